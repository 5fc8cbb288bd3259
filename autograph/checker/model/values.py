"""Abstract values: what an expression may be at run time, and whose it is.

A value is a set of kinds (one kind where the text settles it) with an origin. Joining two values joins their kinds, so
that a rule which wants to be certain asks for sets that hold nothing else.
"""

from __future__ import annotations

import ast
import enum
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .definitions import Class, Function

MOST_LEVELS = 3  # of elements inside elements that are kept
MOST_ALTERNATIVES = 6


class Kind(enum.IntEnum):
    """What a value is at run time; a number, since sets of numbers are quick."""

    TENSOR = enum.auto()  # symbolic: it has no value while the function is traced
    TENSORS = enum.auto()  # a tensor, or a structure of tensors
    EAGER = enum.auto()  # a tensor that was computed outside of the graph
    EAGERS = enum.auto()  # a structure of such tensors, or one
    VARIABLE = enum.auto()
    TENSOR_ARRAY = enum.auto()
    DATASET = enum.auto()
    DATASET_ITERATOR = enum.auto()
    INT = enum.auto()
    FLOAT = enum.auto()
    BOOL = enum.auto()
    STR = enum.auto()
    NONE = enum.auto()
    SHAPE = enum.auto()  # a static shape: Python numbers
    LIST = enum.auto()
    TUPLE = enum.auto()
    DICT = enum.auto()
    SET = enum.auto()
    RANGE = enum.auto()
    NDARRAY = enum.auto()
    ITERATOR = enum.auto()  # of Python: advances when it is read
    RNG = enum.auto()  # of numpy or Python
    FUNCTION = enum.auto()
    CLASS = enum.auto()
    MODULE = enum.auto()
    OBJECT = enum.auto()
    NUMERIC = enum.auto()  # of an argument: a tensor or a Python number, but no container
    UNKNOWN = enum.auto()
    DRAWN = enum.auto()  # beside UNKNOWN: an element of what may be a dataset, which makes it anew each time


class Origin(enum.Enum):
    """Where a value lives: who else can see it change."""

    LOCAL = "local"  # made in this trace
    PARAM = "parameter"
    SELF = "self"
    FREE = "free"  # of the module or of a function around
    UNKNOWN = "unknown"


SYMBOLIC = frozenset({Kind.TENSOR, Kind.TENSORS, Kind.VARIABLE})
CONDITIONS = frozenset({Kind.TENSOR, Kind.VARIABLE})
NUMBERS = frozenset({Kind.INT, Kind.FLOAT, Kind.BOOL})
CONTAINERS = frozenset({Kind.LIST, Kind.DICT, Kind.SET})
ARRAYS = CONDITIONS | {Kind.NUMERIC}
"""What is a tensor if it can be iterated at all."""

FRAMEWORK = frozenset(
    {Kind.TENSOR, Kind.TENSORS, Kind.EAGER, Kind.VARIABLE, Kind.TENSOR_ARRAY, Kind.DATASET, Kind.DATASET_ITERATOR}
)
OUTER = frozenset({Origin.PARAM, Origin.SELF, Origin.FREE})


@dataclass(frozen=True)
class Value:
    """What an expression may be.

    Attributes:
        kinds: all that it may be; UNKNOWN where nothing is known.
        origin: whose it is.
        dotted: what an import says it is (`numpy.sqrt`); of an object, its class.
        target: the function or class of this file that it is.
        receiver: what a bound method is bound to.
        alternatives: other functions, classes or objects of this file that it may be instead.
        element: what iterating or indexing it gives.
        items: the items of a tuple or list display.
        dtype: "int", "float", "bool", "string", or "" where it is not known.
        rank: the number of dimensions of a tensor, or None.
        is_literal: whether it is a constant in the text.
        undefined_on: the tensor condition on one side of which the name has no value.
        mismatch: the tensor condition whose branches give it values that do not go together.
        home: where it was defined, for messages.
    """

    kinds: frozenset[Kind]
    origin: Origin = Origin.LOCAL
    dotted: str = ""
    target: Function | Class | None = None
    receiver: Value | None = None
    alternatives: tuple[Value, ...] = ()
    element: Value | None = None
    items: tuple[Value, ...] = ()
    dtype: str = ""
    rank: int | None = None
    is_literal: bool = False
    undefined_on: ast.AST | None = None
    mismatch: ast.AST | None = None
    home: ast.AST | None = field(default=None, compare=False)

    def only(self, kinds: frozenset[Kind]) -> bool:
        """Whether it certainly is of one of these kinds; None beside them does not count."""
        rest = self.kinds - {Kind.NONE}
        return bool(rest) and rest <= kinds

    def may(self, kinds: frozenset[Kind]) -> bool:
        """Whether it may be of one of these kinds, as far as something is known."""
        return bool(self.kinds & kinds)

    @property
    def is_unknown(self) -> bool:
        """Whether nothing is known about what it is."""
        return self.kinds <= {Kind.UNKNOWN, Kind.DRAWN}

    def changed(self, **attributes: Any) -> Value:
        """The value with other attributes: `dataclasses.replace`, in a tenth of the time."""
        if not attributes.keys() <= _ATTRIBUTES:
            raise TypeError(f"a value has no {' or '.join(sorted(attributes.keys() - _ATTRIBUTES))}")
        copied = object.__new__(Value)
        vars(copied).update(vars(self), **attributes)
        return copied

    def of(self, origin: Origin, home: ast.AST | None = None) -> Value:
        """The same value, owned by another."""
        if origin is self.origin and (home is None or home is self.home):
            return self
        return self.changed(origin=origin, home=home or self.home)

    def fresh(self) -> Value:
        """The value with all that is in it, made anew in the trace."""
        element = self.element.fresh() if self.element else None
        return self.changed(origin=Origin.LOCAL, element=element, items=tuple(item.fresh() for item in self.items))

    def settled(self) -> Value:
        """The value once it was read: what was wrong with its name is said only once."""
        return self.changed(undefined_on=None, mismatch=None) if self.undefined_on or self.mismatch else self

    def flat(self, levels: int = MOST_LEVELS) -> Value:
        """The value with its elements cut off below some level, so that values stay small."""
        if levels == 0:
            return self.changed(element=None, items=(), receiver=None)
        if self.element is None and not self.items:
            return self
        element = self.element.flat(levels - 1) if self.element else None
        return self.changed(element=element, items=tuple(item.flat(levels - 1) for item in self.items))


_ATTRIBUTES = frozenset(one.name for one in fields(Value))


def value(*kinds: Kind, origin: Origin = Origin.LOCAL, dtype: str = "", element: Value | None = None) -> Value:
    """A value of some kinds."""
    return Value(frozenset(kinds), origin, dtype=dtype, element=element.flat() if element else None)


UNKNOWN = value(Kind.UNKNOWN, origin=Origin.UNKNOWN)
DRAWN = value(Kind.UNKNOWN, Kind.DRAWN, origin=Origin.UNKNOWN)
NONE = value(Kind.NONE)
TENSOR = value(Kind.TENSOR)
TENSORS = value(Kind.TENSORS)
INT = value(Kind.INT)
FLOAT = value(Kind.FLOAT)
BOOL = value(Kind.BOOL)
STR = value(Kind.STR)
SHAPE = value(Kind.SHAPE, element=INT)
NDARRAY = value(Kind.NDARRAY)


def tensor(dtype: str = "", rank: int | None = None) -> Value:
    """A symbolic tensor."""
    return TENSOR if not dtype and rank is None else TENSOR.changed(dtype=dtype, rank=rank)


def join(left: Value, right: Value) -> Value:
    """What a value is that is one or the other."""
    if left == right:
        return left
    return Value(
        left.kinds | right.kinds,
        left.origin if left.origin is right.origin else _mixed(left, right),
        dotted=left.dotted if left.dotted == right.dotted else "",
        target=left.target or right.target,
        receiver=left.receiver or right.receiver,
        alternatives=_alternatives(left, right),
        element=_join_elements(left, right),
        items=_join_items(left.items, right.items),
        dtype=left.dtype if left.dtype == right.dtype else "",
        rank=left.rank if left.rank == right.rank else None,
        is_literal=left.is_literal and right.is_literal,
        undefined_on=left.undefined_on or right.undefined_on,
        mismatch=left.mismatch or right.mismatch,
        home=left.home or right.home,
    ).flat()


def _alternatives(left: Value, right: Value) -> tuple[Value, ...]:
    """What else there is with a definition in this file, once each."""
    known = [left.target]
    found: list[Value] = []
    for one in (*left.alternatives, right, *right.alternatives):
        if one.target is not None and one.target not in known and left.target is not None:
            known.append(one.target)
            found.append(one.flat(0).changed(receiver=one.receiver, alternatives=()))
    return tuple(found[:MOST_ALTERNATIVES])


def _mixed(left: Value, right: Value) -> Origin:
    """None and constants belong to nobody; else it is not known whose the value is."""
    for one, other in ((left, right), (right, left)):
        if one.kinds == {Kind.NONE} or one.is_literal:
            return other.origin
    return Origin.UNKNOWN


def _join_elements(left: Value, right: Value) -> Value | None:
    if left.element is None or right.element is None:
        return left.element or right.element
    return join(left.element, right.element)


def _join_items(left: tuple[Value, ...], right: tuple[Value, ...]) -> tuple[Value, ...]:
    if len(left) != len(right):
        return ()
    return tuple(join(one, other) for one, other in zip(left, right, strict=True))
