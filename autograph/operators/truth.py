"""The truth of a value: a Python bool, or a bool tensor that only the run knows."""

from __future__ import annotations

from typing import Any

from autograph.errors import StagingError

from . import backend
from .lists import List
from .optional import Maybe
from .place import refusal
from .standin import StandIn

PLAIN = frozenset({bool, int, float, complex, str, bytes, list, tuple, dict, set, frozenset, type(None)})
"""Types whose truth is Python's, whatever is inside."""


class TruthOnly(StandIn):
    """What `and` or `or` of operands without a common type gives: only its truth is of use.

    Attributes:
        test: the truth, a bool tensor.
        error: says how the operands differ.
    """

    __slots__ = ("error", "test")

    def __init__(self, test: Any, error: StagingError) -> None:
        self.test = test
        self.error = error

    def checked(self) -> Any:
        """Raises the error."""
        raise self.error


def truth(value: Any) -> Any:
    """Has the semantics of `bool(value)`; a bool scalar tensor where the value is symbolic.

    Raises:
        StagingError: the value is a tensor of more than one element.
    """
    if not backend.activity or type(value) in PLAIN or not backend.can_stage():
        return bool(value)
    if isinstance(value, StandIn):
        return _truth_of_standin(value)
    api = backend.active()
    if isinstance(value, List):
        length = value.length()
        return api.less(0, length) if api.is_symbolic(length) else length > 0
    value = api.read(value)
    if not api.is_symbolic(value):
        return bool(value)
    shape = api.tensor_type(value).shape  # type: ignore[union-attr]
    if shape:
        raise refusal(
            f"the truth of a tensor of shape {shape} is ambiguous",
            why="a condition needs one element.",
            fix="reduce it with `rt.reduce_all` or `rt.reduce_any`.",
        )
    return api.truth(value)


def decided(value: Any) -> Any:
    """`truth`, decided now if it follows from static shapes: then only one arm is traced."""
    test = truth(value)
    if test is True or test is False:
        return test
    known = backend.active().static_truth(test)
    return test if known is None else known


def _truth_of_standin(value: StandIn) -> Any:
    if isinstance(value, TruthOnly):
        return value.test
    if isinstance(value, Maybe):
        return _truth_of_maybe(value)
    checked = value.checked()
    if isinstance(checked, StandIn):  # Dead: what is traced with it is dropped.
        return False
    return truth(checked)


def _truth_of_maybe(value: Maybe) -> Any:
    """None is false; an unbound variable fails."""
    from .expressions import one_of

    absent = value.is_none()
    if value.tensor is None or absent is False:
        return False if value.tensor is None else truth(value.checked())
    return one_of(absent, lambda: False, lambda: truth(value.checked()))
