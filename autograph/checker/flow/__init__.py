"""Abstract evaluation of the functions that are compiled to graphs: which expressions are tensors, and whose values they are."""
