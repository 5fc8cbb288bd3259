"""What this project's own compiler takes where TensorFlow's does not, for `--target autograph`."""

from __future__ import annotations

LEGAL = {
    "AG101": "`print` acts when and as often as its line runs",
    "AG306": "iterating, unpacking and reducing a tensor becomes part of the graph",
    "AG307": "texts of tensors are made when their line runs",
    "AG309": "an item of a tensor can be assigned: the name gets a new tensor",
    "AG402": "a path without a value gives None, which is checked where it is read",
    "AG403": "a loop in the graph can return",
    "AG404": "a Python loop can stop on a tensor condition",
    "AG405": "a list born in the function becomes a list of the graph",
    "AG407": "loop variables widen: an int becomes a float, a dimension that changes becomes unknown",
    "AG409": "`assert` acts when its line runs",
    "AG410": "`raise` acts when its line runs",
    "AG411": "recursion on tensors becomes a call operation",
    "AG501": "numbers that keep changing are passed as tensors after a few traces",
    "AG503": "Python values that a trace read are guards: a changed value means a new trace",
}
"""Rules without findings, with the reason."""

PARTLY = {
    "AG305": "`bool`, `round` and `divmod` take tensors",
    "AG408": "int, float and None go together; text, bool and numbers do not",
    "AG416": "`in` takes tensors",
}
"""Rules with fewer findings, with what is legal; the rules themselves ask for the target."""

LEGAL_SCALARS = frozenset({"bool", "round", "divmod", "int", "float", "len", "range"})
"""Builtins that take a tensor for a number."""
