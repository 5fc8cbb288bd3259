"""The passes that make a plan out of a graph: prune, number (fold and merge), lifetimes."""
