"""The rewrites, in the order of `syntax.pipeline`: each takes a valid function and returns one that runs alike."""
