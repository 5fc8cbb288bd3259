"""The rewrites, in the order that `syntax.pipeline` gives; each takes a valid function and returns one that runs alike."""
