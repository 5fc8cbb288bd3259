"""Attributes of modules, and of classes of libraries."""

from __future__ import annotations

from autograph.checker.knowledge import tensorflow as tf
from autograph.checker.model.canonical import canonical
from autograph.checker.model.values import BOOL, FLOAT, NONE, STR, Kind, Origin, Value, value

_FLOATS = ("numpy.pi", "numpy.e", "numpy.inf", "numpy.nan", "math.pi", "math.e", "math.inf", "math.nan", "math.tau")
_CONSTANTS = {
    **dict.fromkeys(_FLOATS, FLOAT),
    "numpy.newaxis": NONE,
    "tensorflow.newaxis": NONE,
    "tensorflow.__version__": STR,
    "typing.TYPE_CHECKING": BOOL,
}


def module_value(dotted: str) -> Value:
    """Something that is imported, under the name that the tables know it by."""
    return Value(frozenset({Kind.MODULE}), Origin.FREE, dotted=dotted)


def member(owner: str, name: str) -> Value:
    """An attribute of something that is imported."""
    dotted = canonical(f"{owner}.{name}")
    if dotted in _CONSTANTS:
        return _CONSTANTS[dotted]
    if dotted.startswith(tf.ROOT) and name in tf.DTYPES and dotted.count(".") == 1:
        return value(Kind.OBJECT)
    return module_value(dotted)
