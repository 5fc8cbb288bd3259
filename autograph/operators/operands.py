"""`and` and `or` on tensors: between the first operand and the end of the expression an arm is open.

Python's own operator stands in the text and decides where no tensor does, so that no operand needs a function:

    a and b                                 ag.end(ag.and_(a) and b)
    a or b                                  ag.end(ag.or_(a) or b)

Where the truth of `a` is symbolic, `ag.and_(a)` opens an arm and lets Python go on to `b`; `ag.end` closes and merges.
The ternary does likewise, see `ternary`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from types import FrameType
from typing import Any, Protocol

from . import backend
from .arm import Arm
from .expressions import merge_operands, present
from .journal import Location
from .lists import List
from .missing import Missing
from .naming import unnamed
from .place import Place
from .standin import StandIn, resolve
from .trace import Hints, anywhere, ensure_function, release_function, site, top
from .truth import PLAIN, decided
from .variables import Variables, fill


def and_(a: Any) -> Any:
    """Stands before `and`: `ag.end(ag.and_(a) and b)` has the semantics of `a and b`.

    The value is that of an operand; where the operands have no common type, only its truth can be used.
    """
    if not backend.activity or not backend.can_stage():
        return a
    return _begin(a, "then", sys._getframe(1))


def or_(a: Any) -> Any:
    """Stands before `or`: `ag.end(ag.or_(a) or b)` has the semantics of `a or b`."""
    if not backend.activity or not backend.can_stage():
        return a
    return _begin(a, "else", sys._getframe(1))


def end(value: Any) -> Any:
    """Stands around `and` or `or`: gives the value of the expression, merged if both operands were traced."""
    if type(value) is _Decided:
        value = value.value
    return finish(value, sys._getframe(1)) if anywhere else value


class OpenOperand(Protocol):
    """An operand while it is traced.

    Attributes:
        inner: how many expressions are open inside that Python decides.
        goes_on: whether the operand around ends with it.
    """

    inner: int
    goes_on: bool

    def close(self, value: Any) -> Any:
        """Ends the operand; gives the value of the expression."""


def open_operand(frame: FrameType) -> OpenOperand | None:
    """The operand that is being traced in a frame, if nothing else is open inside it."""
    trace = top()
    return trace.operand if trace is not None and trace.frame is frame else None


def finish(value: Any, frame: FrameType) -> Any:
    """Ends an expression: what Python has decided is left at that, an open operand is closed.

    Args:
        value: what Python's own operators give.
        frame: the user's frame.
    """
    goes_on = True
    while goes_on and (operand := open_operand(frame)) is not None:
        if operand.inner:
            operand.inner -= 1
            break
        value, goes_on = operand.close(value), operand.goes_on
    return value


def staged_truth(a: Any) -> Any:
    """The truth of what Python cannot ask itself; None for the rest."""
    if type(a) in PLAIN:
        return None
    if isinstance(a, StandIn | List) or backend.active().is_symbolic(backend.active().read(a)):
        return decided(a)
    return None


def skip(frame: FrameType) -> None:
    """Says that Python decides the expression that begins: the operand around it, if any, is not to end with it."""
    around = open_operand(frame)
    if around is not None:
        around.inner += 1


def locations_of(variables: Variables | None) -> Iterable[Location]:
    """Where the variables that an operand assigns live."""
    return () if variables is None else variables.locations.values()


class _Decided:
    """The first operand where it is the value: Python's `and` and `or` see its truth and do not ask it again."""

    __slots__ = ("truth", "value")

    def __init__(self, value: Any, truth: bool) -> None:
        self.value = value
        self.truth = truth

    def __bool__(self) -> bool:
        return self.truth


@dataclass
class Operand:
    """The second operand of an `and` or `or` while it is traced.

    Attributes:
        test: the truth of the first operand.
        first: the first operand.
        lazy: which arm is open: "then" (of `and`) or "else" (of `or`).
        arms: the arm of the first operand, if it is closed already, and the open one.
        place: where the construct stands.
        variables: what the second operand assigns, as it was before.
        inner: how many expressions are open inside whose first operand Python has decided.
        goes_on: whether the operand around ends with it.
    """

    test: Any
    first: Any
    lazy: str
    arms: list[Arm]
    place: Place
    variables: Variables | None
    inner: int = 0
    goes_on: bool = False

    def close(self, value: Any) -> Any:
        """Ends the operand; gives the value of the expression."""
        value = value.checked() if type(value) is Missing else value
        before = self._close_last(value)
        if self.variables is not None:
            self.variables.values.update(before)
        if self.lazy == "then":
            self.arms.append(Arm("else", self.place, Hints(), self.variables, near=self.test))
            self.arms[-1].close(locations_of(self.variables), self.first)
        merged = merge_operands(self.test, (self.arms[0], self.arms[1]), self.place, self.lazy, self.variables)
        if self.variables is not None:
            self.variables.put()
        release_function()
        return merged

    def _close_last(self, value: Any) -> dict[str, Any]:
        """Ends the second operand; gives its variables as they were before."""
        before = {} if self.variables is None else dict(self.variables.values)
        if self.variables is not None:
            self.variables.read()
        self.arms[-1].close(locations_of(self.variables), value)
        return before


def _begin(a: Any, lazy: str, frame: FrameType) -> Any:
    """What Python's operator gets for its first operand."""
    decides = lazy == "else"
    a, names = unnamed(a)
    test = staged_truth(a)
    if test is None or test is True or test is False:
        skip(frame)
        if test is None:
            return a
        return _Decided(present(a) if test else resolve(a), test) if test is decides else test
    begin(a, test, lazy, frame, names)
    return not decides


def begin(a: Any, test: Any, lazy: str, frame: FrameType, names: tuple[str, ...] = ()) -> None:
    """Opens the second operand.

    Args:
        a: the first operand.
        test: its truth, a bool tensor.
        lazy: which arm to open: "then" (of `and`) or "else" (of `or`).
        frame: the user's frame.
        names: the variables that the second operand assigns.
    """
    ensure_function(frame)
    fill(frame)
    place = Place.of(frame)
    hints = site(place)
    variables = Variables(frame, names) if names else None
    arms = []
    if lazy == "else":
        arms.append(Arm("then", place, hints.block("then"), variables, near=test))
        arms[0].close(locations_of(variables), present(a))
    arms.append(Arm(lazy, place, hints.block(lazy), variables, near=test))
    trace = arms[-1].trace
    trace.frame = frame
    trace.operand = Operand(test, a, lazy, arms, place, variables)
