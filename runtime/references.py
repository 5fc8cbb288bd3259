"""References: what stands for a tensor or variable in sets and as a key, where `==` compares elements."""

from __future__ import annotations

from typing import Any


class Reference:
    """Stands for an object; equal to other references of that very object.

    >>> from runtime.ops.state import constant
    >>> t = constant(1)
    >>> t.ref() == t.ref(), t.ref() == constant(1).ref(), t.ref().deref() is t
    (True, False, True)
    """

    __slots__ = ("_referent",)

    def __init__(self, referent: Any) -> None:
        self._referent = referent

    def deref(self) -> Any:
        """The object itself."""
        return self._referent

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reference) and self._referent is other._referent

    def __hash__(self) -> int:
        return id(self._referent)

    def __repr__(self) -> str:
        return f"<Reference to {self._referent!r}>"
