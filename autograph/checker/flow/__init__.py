"""Abstract evaluation of graph code: which expressions are tensors, and whose values they are."""
