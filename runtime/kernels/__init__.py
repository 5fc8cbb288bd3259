"""Numpy kernels: what one op does to arrays, registered by op type."""
