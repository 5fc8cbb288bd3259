"""Public operations: thin functions that check their arguments and record or run one op each."""
