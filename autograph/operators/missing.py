"""Stand-ins for what is not there: unbound variables, and results that never come."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from . import backend
from .argument import items_wanted
from .standin import StandIn
from .trace import die, runs_later


class Dead(StandIn):
    """What a call gives that never returns on this path. The rest of the arm is traced with it, and dropped."""

    __slots__ = ()

    def checked(self) -> Any:
        """Itself: whatever is made of it is as dead."""
        return self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return self

    def _as_tensor(self) -> Any:
        api = backend.active()
        return api.set_weak(api.convert(0), True)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Gives what is as dead."""
        return self

    def __bool__(self) -> bool:
        return False

    def __len__(self) -> int:
        return 0

    def __iter__(self) -> Iterator[Any]:
        return iter((self,) * items_wanted(sys._getframe(1)))

    def __contains__(self, item: Any) -> bool:
        return False

    def __getitem__(self, index: Any) -> Any:
        return self

    def __setitem__(self, index: Any, value: Any) -> None:
        pass

    def __int__(self) -> int:
        return 0

    __index__ = __int__

    def __float__(self) -> float:
        return 0.0


DEAD = Dead()


class Missing(StandIn):
    """An unbound variable while a staged construct is open.

    Where Python would raise `UnboundLocalError`, the run does; in the function's own straight line the trace does, as
    Python would.
    """

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"<unbound {self.name}>"

    def checked(self) -> Any:
        """Raises UnboundLocalError, or lets the run raise it."""
        error = UnboundLocalError(
            f"'{self.name}' is used before assignment: no path that leads here assigns it (it must be defined before)"
        )
        if not runs_later():
            raise error
        backend.active().raise_(error)
        die()
        return DEAD


def _absorb(name: str) -> None:
    setattr(Dead, name, lambda self, *operands: self)


for _operator in (
    "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor", "lshift", "rshift",
):  # fmt: skip
    _absorb(f"__{_operator}__")
    _absorb(f"__r{_operator}__")
for _operator in ("lt", "le", "gt", "ge", "eq", "ne", "neg", "pos", "abs", "invert"):
    _absorb(f"__{_operator}__")
Dead.__hash__ = StandIn.__hash__  # type: ignore[method-assign]
