"""Results of a case, from wherever they come, as plain Python values that can be compared."""

import copy
import math

import numpy as np


def plain(value):
    """Tensors and arrays become Python numbers and lists; containers keep their structure."""
    if hasattr(value, "numpy"):
        value = value.numpy()
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def same(a, b):
    """Equal structure and numbers; a graph computes in 32 bits, so floats agree to five digits."""
    if isinstance(a, bool) != isinstance(b, bool):
        return False
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return math.isclose(a, b, rel_tol=1e-5, abs_tol=1e-6)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    return type(a) is type(b) and a == b


def outcome(function, arguments):
    """What a call gives: its plain value, or the type of the exception it raises."""
    try:
        return plain(function(*copy.deepcopy(arguments)))  # a case may write into its lists
    except Exception as error:
        return type(error)
