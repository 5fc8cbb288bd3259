"""Values that may be missing at run time: unbound or None on one path, a tensor on another."""

from __future__ import annotations

from typing import Any, Final

from . import backend
from .place import Place, refusal
from .standin import StandIn
from .trace import Trace, top, traces

TAG_UNBOUND: Final = 0
TAG_NONE: Final = 1
TAG_PRESENT: Final = 2


class Maybe(StandIn):
    """A tensor with a tag. `is None` asks the tag; any other use checks it at run time.

    Attributes:
        tensor: the value, zeros where it is missing; None if no path gives a tensor.
        tag: an int32 scalar: TAG_UNBOUND, TAG_NONE or TAG_PRESENT.
        name: of the variable.
        unbound: whether it may be unbound.
        none: whether it may be None.
        unassigned: the arm of the `if` before that leaves the variable unbound, if that is how it came about.
        place: where that `if` stands.
    """

    __slots__ = ("_checked_in", "_made_in", "name", "none", "place", "tag", "tensor", "unassigned", "unbound")

    def __init__(self, tensor: Any, tag: Any, name: str, *, unbound: bool, none: bool) -> None:
        self.tensor = tensor
        self.tag = tag
        self.name = name
        self.unbound = unbound
        self.none = none
        self.unassigned: str | None = None
        self.place: Place | None = None
        self._made_in: Trace | None = top()
        self._checked_in: list[Trace] = []

    def __repr__(self) -> str:
        return f"<maybe {self.name}>"

    def checked(self) -> Any:
        """The tensor, with a check in the graph that it is there."""
        self.refuse_unguarded()
        if self.tensor is None:
            return self._absent()
        if not any(trace in self._checked_in for trace in traces()):
            self._assert_present()
        return self.tensor

    def is_none(self) -> Any:
        """Whether the value is None: a bool tensor, or False if it cannot be; the run fails if it is unbound."""
        self.refuse_unguarded()
        self.assert_bound()
        return backend.active().equal(self.tag, TAG_NONE) if self.none else False

    def expected(self, error: Exception) -> Any:
        """The tensor; the run fails with this error if the value is None."""
        api = backend.active()
        if self.none:
            api.check(api.logical_not(api.equal(self.tag, TAG_NONE)), type(error), [str(error)])
        return self.tensor

    def assert_bound(self) -> None:
        """Lets the run fail if the variable is unbound."""
        if self.unbound:
            api = backend.active()
            bound = api.logical_not(api.equal(self.tag, TAG_UNBOUND))
            api.check(bound, UnboundLocalError, [_unbound_text(self.name)])

    def refuse_unguarded(self, *, returned: bool = False) -> None:
        """Refuses a read by the very block that holds the `if`: it is wrong whenever the other arm runs.

        Args:
            returned: whether it is read as the result of the function, which shows when that has ended.
        """
        if self.unassigned is None or self._made_in is not top():
            return
        read, branch = ("returned", "this `if`") if returned else ("read here", "the `if` before")
        raise refusal(
            f"'{self.name}' is {read}, but must also be initialized in the {self.unassigned} branch of {branch}",
            at=self.place if returned else None,
            why=f"the `if` is on a tensor; its {self.unassigned} branch does not assign '{self.name}', "
            "nor is it defined before the `if`.",
            fix=f"assign '{self.name}' before the `if`, or in both branches.",
        )

    def _assert_present(self) -> None:
        self.assert_bound()
        if self.none:
            api = backend.active()
            present = api.logical_not(api.equal(self.tag, TAG_NONE))
            api.check(present, TypeError, [_none_text(self.name)])
        trace = top()
        if trace is not None:
            self._checked_in.append(trace)

    def _absent(self) -> Any:
        raise refusal(
            f"'{self.name}' is None here on every path that assigns it",
            why="no path gives it a tensor.",
            fix=f"test `{self.name} is None` before it is used.",
        )


def _none_text(name: str) -> str:
    return (
        f"'{name}' is None here, where a tensor is needed: '{name}' is None at the end of the path that ran, and a "
        f"tensor at the end of another"
    )


def _unbound_text(name: str) -> str:
    return (
        f"local variable '{name}' is used before assignment: no path that ran has assigned it "
        f"(a loop must iterate at least once to initialize '{name}', or it must be defined before the loop)"
    )
