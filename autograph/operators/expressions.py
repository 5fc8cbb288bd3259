"""`not`, `in` and `is None` on tensors; `and`, `or` and the ternary for operators of this package."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from autograph.errors import StagingError

from . import backend
from .arm import Arm
from .disagreement import OPERANDS, Disagreement, disagreement_error
from .endless import ends, guarded
from .exceptions import Escaped
from .lattice import Joining
from .lists import List
from .merge import Merge
from .missing import Missing
from .optional import Maybe
from .place import Place
from .standin import StandIn, read, resolve
from .trace import ensure_function, release_function, site
from .truth import PLAIN, TruthOnly, decided, truth
from .values import spec_of
from .variables import Variables, fill

Thunk = Callable[[], Any]


def both(a: Any, b: Thunk) -> Any:
    """Has the semantics of `a and b()`: the second operand runs only if the first is true.

    The value is that of an operand; where the operands have no common type, only its truth can be used.
    """
    if not backend.activity or type(a) in PLAIN or not backend.can_stage():
        return a and b()
    test = decided(a)
    if test is False:
        return resolve(a)
    return b() if test is True else _between(test, b, lambda: a, sys._getframe(1), lazy="then")


def either(a: Any, b: Thunk) -> Any:
    """Has the semantics of `a or b()`: the second operand runs only if the first is false."""
    if not backend.activity or type(a) in PLAIN or not backend.can_stage():
        return a or b()
    test = decided(a)
    if test is True:
        return present(a)
    return b() if test is False else _between(test, lambda: present(a), b, sys._getframe(1), lazy="else")


def not_(a: Any) -> Any:
    """Has the semantics of `not a`."""
    if not backend.activity or type(a) in PLAIN or not backend.can_stage():
        return not a
    test = truth(a)
    return not test if test is True or test is False else backend.active().logical_not(test)


def one_of(test: Any, a: Thunk, b: Thunk) -> Any:
    """Has the semantics of `a() if test else b()`."""
    if not backend.activity or type(test) in PLAIN or not backend.can_stage():
        return a() if test else b()
    test = decided(test)
    if test is True or test is False:
        return a() if test else b()
    return choose_between(test, a, b, sys._getframe(1))


def is_none(value: Any) -> Any:
    """Has the semantics of `value is None`, for values that the run may find to be None."""
    if not backend.activity or not isinstance(value, StandIn):
        return value is None
    if isinstance(value, Maybe):
        return value.is_none()
    return value.checked() is None


def is_not_none(value: Any) -> Any:
    """Has the semantics of `value is not None`."""
    if not backend.activity or not isinstance(value, StandIn):
        return value is not None
    return not_(is_none(value))


def in_(item: Any, container: Any) -> Any:
    """Has the semantics of `item in container`."""
    if not backend.activity or not backend.can_stage():
        return item in container
    api = backend.active()
    item, container = read(item), read(container)
    if isinstance(container, List) and container.staged:
        container = container.stack()
    if api.is_symbolic(container) or (api.is_symbolic(item) and api.is_tensor(container)):
        return api.any(api.equal(item, container))
    if isinstance(container, dict):
        container = list(container)
    if not api.is_symbolic(item) and not _holds_symbolic(container):
        return item in container
    if isinstance(container, range):
        return _in_range(item, container)
    found: Any = False
    for candidate in container if ends(container) else guarded(container):
        found = either(found, lambda candidate=candidate: candidate is item or candidate == item)  # type: ignore[misc]
    return found


def _in_range(item: Any, numbers: range) -> Any:
    """Whether a tensor is one of the numbers, by comparing it with their bounds."""
    api, step = backend.active(), numbers.step
    low, high = (numbers.start, numbers.stop) if step > 0 else (numbers.stop + 1, numbers.start + 1)
    inside = api.logical_and(api.logical_not(api.less(item, low)), api.less(item, high))
    return inside if step in (1, -1) else api.logical_and(inside, api.equal((item - numbers.start) % step, 0))


def contains(container: Any, item: Any) -> Any:
    """Has the semantics of `item in container`, where it does not matter which is evaluated first."""
    return in_(item, container)


def not_in(item: Any, container: Any) -> Any:
    """Has the semantics of `item not in container`."""
    if not backend.activity or not backend.can_stage():
        return item not in container
    return not_(in_(item, container))


def choose_between(test: Any, a: Thunk, b: Thunk, frame: FrameType) -> Any:
    """Traces both thunks under a symbolic condition, and merges them.

    Args:
        test: a bool tensor.
        a: gives the value where it is true.
        b: gives the value where it is false.
        frame: the user's frame, for the place and for variables that are unbound.
    """
    place, arms = _traced(test, a, b, frame)
    merged = Merge(test, arms, None, place).run()
    release_function()
    return merged


def _between(test: Any, a: Thunk, b: Thunk, frame: FrameType, *, lazy: str) -> Any:
    """As `choose_between`, for `and` and `or`: bools need no branch, and operands may have no common type."""
    place, arms = _traced(test, a, b, frame)
    merged = merge_operands(test, arms, place, lazy)
    release_function()
    return merged


def merge_operands(
    test: Any, arms: tuple[Arm, Arm], place: Place, lazy: str, variables: Variables | None = None
) -> Any:
    """What `and` or `or` gives; operands without a common type have a truth but no value.

    Args:
        test: the truth of the first operand.
        arms: what gives the value where it is true, and where it is false.
        place: where the construct stands.
        lazy: which of the arms is the second operand, "then" (of `and`) or "else" (of `or`).
        variables: what the second operand assigns.
    """
    simple = _logical(test, arms, lazy) if variables is None else None
    if simple is not None:
        return simple
    error = next((arm.value.error for arm in arms if isinstance(arm.value, TruthOnly)), None)
    if error is None:
        error = _disagreement(arms, place)
    if error is None:
        return _merged(test, arms, place, variables)
    for arm in arms:
        with backend.active().building(arm.graph):
            arm.value = truth(arm.value)
    return TruthOnly(_merged(test, arms, place, variables), error)


def _disagreement(arms: tuple[Arm, Arm], place: Place) -> StagingError | None:
    """The error for operands without a common type; None if they have one."""
    live = [spec_of(arm.value) for arm in arms if not arm.dead]
    joining = Joining("the value", backend.active().join_types)
    if live:
        joining.all(live)
    found = [Disagreement(mismatch) for mismatch in joining.mismatches]
    return disagreement_error(found, OPERANDS, place) if found else None


def _merged(test: Any, arms: tuple[Arm, Arm], place: Place, variables: Variables | None) -> Any:
    """The merge of two operands; a variable that only one assigns is checked where it is used, in the run."""
    merged = Merge(test, arms, variables, place).run()
    for value in () if variables is None else variables.values.values():
        if isinstance(value, Maybe):
            value.unassigned = None
    return merged


def _logical(test: Any, arms: tuple[Arm, Arm], lazy: str) -> Any:
    """`test and b` or `test or b` as one op, if `b` is a bool that is cheap to compute and cannot fail."""
    api = backend.active()
    operand, other = arms if lazy == "then" else arms[::-1]
    if operand.dead or operand.touched or other.value is not test:
        return None
    if not api.is_symbolic(operand.value) or api.tensor_type(operand.value) != api.tensor_type(test):
        return None
    moved = api.splice(operand.graph, [operand.value])
    if moved is None:
        return None
    return api.logical_and(test, moved[0]) if lazy == "then" else api.logical_or(test, moved[0])


def _traced(test: Any, a: Thunk, b: Thunk, frame: FrameType) -> tuple[Place, tuple[Arm, Arm]]:
    ensure_function(frame)
    fill(frame)
    place = Place.of(frame)
    hints = site(place)
    arms = []
    for kind, thunk in (("then", a), ("else", b)):
        arm = Arm(kind, place, hints.block(kind), None, near=test)
        arm.trace.frame = sys._getframe()
        try:
            value = thunk()
            value = value.checked() if type(value) is Missing else value
        except Exception as error:
            raise Escaped(error) from error
        arm.close((), value)
        arms.append(arm)
    return place, (arms[0], arms[1])


def present(value: Any) -> Any:
    """The value where it is known to be true, and so to be there."""
    return value.tensor if isinstance(value, Maybe) else resolve(value)


def _holds_symbolic(container: Any) -> bool:
    if not isinstance(container, list | tuple | set | frozenset):
        return False
    return any(backend.active().is_symbolic(read(item)) for item in container)
