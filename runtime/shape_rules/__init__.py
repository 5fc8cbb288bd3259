"""Shape rules: the static output shapes of one op from its inputs and attributes."""
