"""What this project's own compiler takes where TensorFlow's does not: rules that have nothing to say for its decorator."""

from __future__ import annotations

LEGAL = {
    "AG101": "`print` acts when and as often as its line runs",
    "AG307": "the text of a tensor is made when its line runs",
    "AG309": "an item of a tensor can be assigned: the name gets a new tensor",
    "AG401": "a name that only one branch binds is checked where it is read",
    "AG402": "a path without a value gives None, checked where it is read",
    "AG403": "a loop in the graph can return",
    "AG404": "a Python loop can stop on a tensor condition",
    "AG405": "a list born in the function becomes a list of the graph",
    "AG407": "loop variables widen: an int becomes a float, a dimension that changes becomes unknown",
    "AG408": "branches may disagree about numbers and None; what does not join is an error where it is read",
    "AG409": "`assert` acts when its line runs",
    "AG410": "`raise` acts when its line runs",
    "AG411": "recursion on tensors becomes a call operation",
    "AG503": "Python values that a trace read are guards: a changed value means a new trace",
}
"""Rules without findings under `--target autograph`, with the reason."""

LEGAL_BUILTINS = frozenset(
    """bool round divmod sum max min any all zip enumerate list tuple set map filter sorted reversed dict range""".split()
)
"""Builtins that take tensors under `--target autograph`."""
