"""The lattice of trace-time values: what is known of a value on one path, and the least that fits two paths.

A spec describes a value. `join` is the least upper bound of two specs. The same lattice serves the merge after an `if`,
the fixpoint of a loop, early returns and recursion.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from .tensor_type import TensorType


@dataclass(frozen=True)
class Absent:
    """No value: the variable is unbound, or its value is None."""

    bound: bool

    def __str__(self) -> str:
        return "None" if self.bound else "not assigned"


UNASSIGNED = Absent(bound=False)
NONE = Absent(bound=True)


class Number:
    """A Python number, bool, string or bytes: its type is weak, it promotes."""

    __slots__ = ("key", "type", "value")

    def __init__(self, value: Any, type: TensorType) -> None:
        self.value = value
        self.type = type
        self.key = (value.__class__, repr(value) if isinstance(value, float | complex) else value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Number) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        return f"the {type(self.value).__name__} {self.value!r}"


class Static:
    """A Python object that only identity compares; `type` if it can be read as a tensor (a variable, an array)."""

    __slots__ = ("type", "value")

    def __init__(self, value: Any, type: TensorType | None = None) -> None:
        self.value = value
        self.type = type

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Static) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)

    def __str__(self) -> str:
        name = getattr(self.value, "__qualname__", None)
        if isinstance(self.value, type):
            return f"the class {name}"
        if callable(self.value) and name:
            return f"the function {name}"
        return f"an object of type {type(self.value).__name__}"


class Disputed(Static):
    """A value that an earlier merge could not make; whoever reads it gets that merge's error."""

    __slots__ = ()


@dataclass(frozen=True)
class Optional:
    """A tensor that may be missing at run time.

    Attributes:
        type: of the tensor; None as long as no path gives one.
        unbound: it may be unbound.
        none: it may be None.
    """

    type: TensorType | None
    unbound: bool
    none: bool

    def __str__(self) -> str:
        missing = [text for may, text in ((self.unbound, "not assigned"), (self.none, "None")) if may]
        return " or ".join([*missing, *([str(self.type)] if self.type else [])])


@dataclass(frozen=True)
class Group:
    """A tuple, list, dict or composite tensor: parts of known number that travel together.

    Attributes:
        kind: what two groups must share to be joined: class, keys, names of fields.
        labels: how a part is written behind the variable's name, as `[0]` or `.x`.
        parts: the specs of the parts.
        rebuild: makes the value from its parts.
    """

    kind: Hashable
    labels: tuple[str, ...]
    parts: tuple[Spec, ...]
    rebuild: Callable[[Sequence[Any]], Any] = field(compare=False)
    noun: str = "tuple"

    def __str__(self) -> str:
        return f"{self.noun} of {len(self.parts)}"


@dataclass(frozen=True)
class Items:
    """The content of a list whose items Python holds."""

    parts: tuple[Spec, ...]

    def __str__(self) -> str:
        return f"a list of {len(self.parts)}"


@dataclass(frozen=True)
class Rows:
    """The content of a list of run-time length; `element` is None until something is appended."""

    element: Element | None
    name: ClassVar[str] = "rows"

    def __str__(self) -> str:
        return f"a list of run-time length of {self.element or 'unknown elements'}"


@dataclass(frozen=True)
class ListOf:
    """A list with an identity of its own, and its content."""

    content: Items | Rows

    def __str__(self) -> str:
        return str(self.content)


Element = TensorType | Group
"""What items of a run-time list are: tensors, or groups of nothing but tensors."""

Spec = Absent | Number | Static | TensorType | Optional | Group | Items | Rows | ListOf
JoinTypes = Callable[[TensorType, TensorType], TensorType | None]


@dataclass(frozen=True)
class Mismatch:
    """Two specs that do not join, and where: a variable's name with the path into it."""

    name: str
    left: Spec
    right: Spec


class Joining:
    """Where a join happens. Gathers every mismatch instead of stopping at the first.

    Args:
        name: of the variable, for messages.
        join_types: the backend's rule for two tensors: None if they do not join.
        trusted: the variable is the compiler's own and is never read unbound.
    """

    def __init__(self, name: str, join_types: JoinTypes, *, trusted: bool = False) -> None:
        self.name = name
        self.join_types = join_types
        self.trusted = trusted
        self.mismatches: list[Mismatch] = []

    def all(self, specs: Sequence[Spec]) -> Spec:
        """The join of several specs."""
        result = specs[0]
        for spec in specs[1:]:
            result = self.join(result, spec)
        return result

    def join(self, a: Spec, b: Spec, path: str = "") -> Spec:
        """The least spec that fits both; `a` again where there is none, and a mismatch is noted."""
        if a == b:
            return a
        if isinstance(a, Disputed) or isinstance(b, Disputed):
            return a if isinstance(a, Disputed) else b
        if isinstance(a, Absent | Optional) or isinstance(b, Absent | Optional):
            return self._absent(a, b, path)
        if isinstance(a, Group) and isinstance(b, Group):
            return self._groups(a, b, path)
        if isinstance(a, ListOf) and isinstance(b, ListOf):
            content = self.join(a.content, b.content, path)
            return ListOf(content) if isinstance(content, Items | Rows) else a
        if isinstance(a, Items | Rows) and isinstance(b, Items | Rows):
            return self._contents(a, b, path)
        left, right = as_tensor(a), as_tensor(b)
        joined = self.join_types(left, right) if left and right else None
        return joined or self.mismatch(a, b, path)

    def mismatch(self, a: Spec, b: Spec, path: str) -> Spec:
        """Notes that the two do not join."""
        self.mismatches.append(Mismatch(self.name + path, a, b))
        return a

    def _absent(self, a: Spec, b: Spec, path: str) -> Spec:
        if self.trusted and UNASSIGNED in (a, b):
            return b if a == UNASSIGNED else a
        if UNASSIGNED in (a, b):
            known = b if a == UNASSIGNED else a
            if isinstance(known, Group):
                return self._group_or_unbound(known, path)
            if isinstance(known, ListOf) and isinstance(known.content, Rows):
                return known
        x, y = as_optional(a), as_optional(b)
        if x is None or y is None:
            return self.mismatch(a, b, path)
        joined = self.join_types(x.type, y.type) if x.type and y.type else x.type or y.type
        if joined is None and x.type:
            return self.mismatch(a, b, path)
        return Optional(joined, x.unbound or y.unbound, x.none or y.none)

    def _group_or_unbound(self, group: Group, path: str) -> Spec:
        """The parts may be unbound one by one."""
        pairs = zip(group.labels, group.parts, strict=True)
        parts = tuple(self.join(part, UNASSIGNED, path + label) for label, part in pairs)
        return Group(group.kind, group.labels, parts, group.rebuild, group.noun)

    def _groups(self, a: Group, b: Group, path: str) -> Spec:
        if a.kind != b.kind or len(a.parts) != len(b.parts):
            return self.mismatch(a, b, path)
        order = dict(zip(b.labels, b.parts, strict=True))
        if set(order) != set(a.labels):
            return self.mismatch(a, b, path)
        parts = tuple(self.join(p, order[at], path + at) for at, p in zip(a.labels, a.parts, strict=True))
        return Group(a.kind, a.labels, parts, a.rebuild, a.noun)

    def _contents(self, a: Items | Rows, b: Items | Rows, path: str) -> Spec:
        if isinstance(a, Items) and isinstance(b, Items) and len(a.parts) == len(b.parts):
            pairs = enumerate(zip(a.parts, b.parts, strict=True))
            return Items(tuple(self.join(x, y, f"{path}[{i}]") for i, (x, y) in pairs))
        element: Element | None = None
        for content in (a, b):
            element = self._element(element, content, path)
        return Rows(element)

    def _element(self, element: Element | None, content: Items | Rows, path: str) -> Element | None:
        parts: Sequence[Spec] = content.parts if isinstance(content, Items) else filter_none(content.element)
        for part in parts:
            other = as_element(part)
            joined = self.elements(element, other) if element and other else other
            if joined is None:
                self.mismatch(element or part, part, path + "[item]")
            element = joined or element
        return element

    def elements(self, a: Element, b: Element) -> Element | None:
        """The least element that two items fit, or None."""
        if isinstance(a, Group) and isinstance(b, Group):
            inner = Joining(self.name, self.join_types)
            joined = inner.join(a, b)
            return None if inner.mismatches else as_element(joined)
        return None if isinstance(a, Group) or isinstance(b, Group) else self.join_types(a, b)


def filter_none(element: Element | None) -> tuple[Element, ...]:
    """The element as a sequence of at most one."""
    return () if element is None else (element,)


def as_tensor(spec: Spec) -> TensorType | None:
    """The tensor type that a value of this spec can take, or None."""
    if isinstance(spec, TensorType):
        return spec
    return spec.type if isinstance(spec, Number | Static) else None


def as_element(spec: Spec) -> Element | None:
    """What a value is as an element of a run-time list; one that may be missing is checked when it becomes one."""
    if isinstance(spec, Group):
        parts = [part for part in map(as_element, spec.parts) if part is not None]
        is_whole = parts and len(parts) == len(spec.parts)
        return Group(spec.kind, spec.labels, tuple(parts), spec.rebuild, spec.noun) if is_whole else None
    return spec.type if isinstance(spec, Optional) else as_tensor(spec)


def as_optional(spec: Spec) -> Optional | None:
    """The spec as that of a tensor that may be missing, or None if it cannot be one."""
    if isinstance(spec, Absent):
        return Optional(None, unbound=not spec.bound, none=spec.bound)
    if isinstance(spec, Optional):
        return spec
    tensor = as_tensor(spec)
    return Optional(tensor, unbound=False, none=False) if tensor else None
