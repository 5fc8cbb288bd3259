"""What a file says: scopes and bindings, functions and classes, the values that names may have."""
