"""Gradient rules: the reverse-mode derivative of one op, written with public operations."""
