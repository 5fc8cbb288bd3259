"""What the passes must know about a function, computed once and kept in typed tables keyed by node."""
