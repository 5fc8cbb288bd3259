"""The graph runtime that converted code targets."""
