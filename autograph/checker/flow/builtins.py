"""What the builtins of Python give."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from autograph.checker.knowledge.host import CONTAINER_MAKERS
from autograph.checker.model.definitions import Class
from autograph.checker.model.values import (
    BOOL,
    CONDITIONS,
    FLOAT,
    INT,
    NONE,
    NUMBERS,
    STR,
    UNKNOWN,
    Kind,
    Origin,
    Value,
    join,
    value,
)

from .expressions import element_of
from .frame import Frame

if TYPE_CHECKING:
    from .calls import Arguments

_DATASETS = frozenset({Kind.DATASET, Kind.DATASET_ITERATOR})
_MADE = {"list": Kind.LIST, "dict": Kind.DICT, "set": Kind.SET, "tuple": Kind.TUPLE}
_CONSTANT_RESULTS = {
    "isinstance": BOOL, "issubclass": BOOL, "hasattr": BOOL, "callable": BOOL, "bool": BOOL, "str": STR, "repr": STR,
    "format": STR, "ascii": STR, "chr": STR, "ord": INT, "hash": INT, "id": INT,
    "print": NONE, "setattr": NONE, "delattr": NONE, "any": BOOL, "all": BOOL, "input": STR,
    "open": value(Kind.ITERATOR),
}  # fmt: skip


def call_builtin(frame: Frame, name: str, arguments: Arguments) -> Value | None:
    """What a call of a builtin or of a maker of containers gives; None for anything else."""
    if name in CONTAINER_MAKERS:
        return _container(name, arguments)
    handler = _HANDLERS.get(name)
    if handler is not None:
        return handler(frame, arguments)
    return _CONSTANT_RESULTS.get(name)


def _container(name: str, arguments: Arguments) -> Value:
    kind = _MADE[CONTAINER_MAKERS[name]]
    if name == "collections.defaultdict":
        return value(kind)
    source = arguments.positional[0] if arguments.positional else None
    element = element_of(source) if source is not None else None
    if kind is Kind.DICT and arguments.named and element is None:
        found = list(arguments.named.values())
        element = found[0]
        for one in found[1:]:
            element = join(element, one)
    return value(kind, element=element)


def _first(arguments: Arguments) -> Value:
    return arguments.positional[0] if arguments.positional else UNKNOWN


def _len(frame: Frame, arguments: Arguments) -> Value:
    return frame.tensor("int", 0) if _first(arguments).only(CONDITIONS) and frame.is_graph else INT


def _number(result: Value, dtype: str) -> Callable[[Frame, Arguments], Value]:
    def convert(frame: Frame, arguments: Arguments) -> Value:
        """What a constructor of numbers gives: a tensor for a condition of converted code, unknown if it may be one."""
        given = _first(arguments)
        if given.only(CONDITIONS) and frame.is_converted:
            return frame.tensor(dtype, 0)
        return result if not given.may(frozenset({Kind.TENSOR, Kind.TENSORS})) else UNKNOWN

    return convert


def _range(frame: Frame, arguments: Arguments) -> Value:
    if any(given.only(CONDITIONS) for given in arguments.positional) and frame.is_converted:
        return frame.tensor("int", 1)
    if all(given.only(NUMBERS) for given in arguments.positional):
        return value(Kind.RANGE, element=INT)
    return value(Kind.RANGE, Kind.UNKNOWN, element=INT)


def _absolute(frame: Frame, arguments: Arguments) -> Value:
    return _first(arguments).changed(origin=Origin.LOCAL)


def _extremum(frame: Frame, arguments: Arguments) -> Value:
    given = arguments.positional
    if given and all(one.only(NUMBERS) for one in given) and len(given) > 1:
        return FLOAT if any(one.may(frozenset({Kind.FLOAT})) for one in given) else INT
    return UNKNOWN


def _sum(frame: Frame, arguments: Arguments) -> Value:
    element = element_of(_first(arguments))
    return element if element.only(frozenset({Kind.TENSOR, Kind.INT, Kind.FLOAT})) else UNKNOWN


def _zip(frame: Frame, arguments: Arguments) -> Value:
    items = tuple(element_of(given) for given in arguments.positional)
    row = Value(frozenset({Kind.TUPLE}), items=items if not arguments.spread else ())
    return value(Kind.LIST, element=row)


def _enumerate(frame: Frame, arguments: Arguments) -> Value:
    given = _first(arguments)
    index = frame.tensor("int", 0) if given.only(_DATASETS) and frame.is_converted else INT
    row = Value(frozenset({Kind.TUPLE}), items=(index, element_of(given)))
    if given.only(_DATASETS):
        return value(Kind.DATASET, element=row)
    return value(Kind.LIST, element=row)


def _iter(frame: Frame, arguments: Arguments) -> Value:
    given = _first(arguments)
    if given.only(_DATASETS):
        return value(Kind.DATASET_ITERATOR)
    if given.only(frozenset({Kind.LIST, Kind.TUPLE, Kind.DICT, Kind.SET, Kind.RANGE, Kind.ITERATOR})):
        return value(Kind.ITERATOR, element=element_of(given))
    return UNKNOWN


def _next(frame: Frame, arguments: Arguments) -> Value:
    given = _first(arguments)
    if given.only(_DATASETS):
        return frame.tensors()
    return element_of(given) if given.only(frozenset({Kind.ITERATOR})) else UNKNOWN.of(Origin.LOCAL)


def _map(frame: Frame, arguments: Arguments) -> Value:
    return value(Kind.LIST if frame.is_graph else Kind.ITERATOR)


def _sequence(frame: Frame, arguments: Arguments) -> Value:
    return value(Kind.LIST, element=element_of(_first(arguments)))


def _type(frame: Frame, arguments: Arguments) -> Value:
    given = _first(arguments)
    if isinstance(given.target, Class) and given.only(frozenset({Kind.OBJECT})) and len(arguments.all) == 1:
        return Value(frozenset({Kind.CLASS}), given.origin, target=given.target)
    return value(Kind.OBJECT)


def _namespace(frame: Frame, arguments: Arguments) -> Value:
    return value(Kind.DICT, origin=_first(arguments).origin if arguments.all else Origin.FREE)


def _getattr(frame: Frame, arguments: Arguments) -> Value:
    return UNKNOWN.of(_first(arguments).origin)


_HANDLERS: dict[str, Callable[[Frame, Arguments], Value]] = {
    "len": _len,
    "int": _number(INT, "int"),
    "float": _number(FLOAT, "float"),
    "range": _range,
    "abs": _absolute,
    "round": _extremum,
    "min": _extremum,
    "max": _extremum,
    "sum": _sum,
    "zip": _zip,
    "enumerate": _enumerate,
    "iter": _iter,
    "next": _next,
    "map": _map,
    "filter": _map,
    "sorted": _sequence,
    "reversed": _sequence,
    "getattr": _getattr,
    "type": _type,
    "vars": _namespace,
    "globals": _namespace,
}
