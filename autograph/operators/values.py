"""Between values and tensors: what a value is (`spec_of`), its tensors (`lower`), the value again (`lift`)."""

from __future__ import annotations

import collections
from collections.abc import Iterator, Sequence
from typing import Any

from . import backend, rows
from .conflict import Conflict
from .frame import UNBOUND
from .journal import born
from .lattice import (
    NONE,
    UNASSIGNED,
    Absent,
    Disputed,
    Group,
    Items,
    ListOf,
    Number,
    Optional,
    Rows,
    Spec,
    Static,
)
from .lists import Content, List
from .missing import Missing
from .optional import TAG_NONE, TAG_PRESENT, TAG_UNBOUND, Maybe
from .records import field_names, is_record, maker, values_of
from .tensor_type import TensorType

_NUMBERS = (bool, int, float, complex, str, bytes)
_DICTS = (dict, collections.OrderedDict)


def spec_of(value: Any) -> Spec:
    """What is known of a value."""
    if value is None:
        return NONE
    if value is UNBOUND or type(value) is Missing:
        return UNASSIGNED
    if isinstance(value, Conflict):
        return Disputed(value)
    api = backend.active()
    if isinstance(value, Maybe):
        return Optional(api.tensor_type(value.tensor), value.unbound, value.none)
    if type(value) in _NUMBERS:
        return Number(value, api.number_type(value))
    tensor = api.tensor_type(value)
    return tensor if tensor is not None else _structure_of(value)


def _structure_of(value: Any) -> Spec:
    if isinstance(value, List) or type(value) is list:
        content = spec_of(_content_of(value))
        assert isinstance(content, Items | Rows)
        return ListOf(content)
    if isinstance(value, Content):
        return Rows(value.element) if value.items is None else Items(tuple(map(spec_of, value.items)))
    if type(value) in _DICTS:
        return _dict_spec(value)
    if isinstance(value, tuple):
        return _sequence_spec(value)
    api = backend.active()
    composite = api.composite(value)
    if composite is not None:
        kind, labels, parts, rebuild = composite
        return Group(kind, labels, tuple(map(spec_of, parts)), rebuild, type(value).__name__)
    return _record_spec(value) if is_record(value) else Static(value, api.held_type(value))


def _sequence_spec(value: Sequence[Any]) -> Spec:
    cls = type(value)
    fields = getattr(cls, "_fields", None)
    labels = tuple(f".{name}" for name in fields) if fields else tuple(f"[{i}]" for i in range(len(value)))
    parts = tuple(map(spec_of, value))
    if fields:
        return Group(cls, labels, parts, lambda parts: cls(*parts), cls.__name__)
    if cls is tuple:
        return Group(cls, labels, parts, tuple, "tuple")
    return Static(value)


def _record_spec(value: Any) -> Spec:
    cls = type(value)
    labels = tuple(f".{name}" for name in field_names(cls))
    return Group(("record", cls), labels, tuple(map(spec_of, values_of(value))), maker(cls), cls.__name__)


def _dict_spec(value: dict[Any, Any]) -> Spec:
    keys, cls = tuple(value), type(value)
    labels = tuple(f"[{key!r}]" for key in keys)
    parts = tuple(map(spec_of, value.values()))
    return Group((cls, frozenset(keys)), labels, parts, lambda parts: born(cls(zip(keys, parts, strict=True))), "dict")


def tensor_types(spec: Spec) -> list[TensorType]:
    """The types of the tensors that carry a value of this spec."""
    if isinstance(spec, TensorType):
        return [spec]
    if isinstance(spec, Optional):
        tag = backend.active().number_type(0)
        return [TensorType(tag.dtype, ()), *([spec.type] if spec.type else [])]
    if isinstance(spec, Group | Items):
        return [tensor for part in spec.parts for tensor in tensor_types(part)]
    if isinstance(spec, ListOf):
        return tensor_types(spec.content)
    return [backend.active().list_type()] * rows.count(spec.element) if isinstance(spec, Rows) else []


def lower(value: Any, spec: Spec) -> list[Any]:
    """The tensors, in the graph being built, that carry a value under a spec; UNBOUND gives zeros."""
    api = backend.active()
    value = UNBOUND if type(value) is Missing else value
    if isinstance(spec, TensorType):
        return [api.zeros(spec) if value is UNBOUND else api.convert(value, spec)]
    if isinstance(spec, Optional):
        return _lower_optional(value, spec)
    if isinstance(spec, Group):
        return [tensor for part, of in zip(_parts(value, spec), spec.parts, strict=True) for tensor in lower(part, of)]
    if isinstance(spec, ListOf):
        return lower(value if value is UNBOUND else _content_of(value), spec.content)
    if isinstance(spec, Items):
        items = [UNBOUND] * len(spec.parts) if value is UNBOUND else value.items
        return [tensor for item, of in zip(items, spec.parts, strict=True) for tensor in lower(item, of)]
    return _lower_rows(value, spec) if isinstance(spec, Rows) else []


def _lower_optional(value: Any, spec: Optional) -> list[Any]:
    api = backend.active()
    inner: Any = UNBOUND
    if value is UNBOUND:
        tag: Any = TAG_UNBOUND
    elif value is None:
        tag = TAG_NONE
    elif isinstance(value, Maybe):
        tag, inner = value.tag, UNBOUND if value.tensor is None else value.tensor
    else:
        tag, inner = TAG_PRESENT, value
    return [api.convert(tag), *(lower(inner, spec.type) if spec.type else [])]


def _lower_rows(value: Any, spec: Rows) -> list[Any]:
    if value is not UNBOUND and value.items is None:
        return list(map(backend.active().convert, rows.handles(value.handle, spec.element)))
    made = rows.hold([] if value is UNBOUND else value.items, spec.element)
    return rows.handles(made, spec.element)


def _content_of(value: list[Any]) -> Content:
    """What is in a list; one that converted code does not own is changed by nobody."""
    return value.content() if isinstance(value, List) else Content(list(value))


def _parts(value: Any, spec: Group) -> Sequence[Any]:
    if value is UNBOUND:
        return [UNBOUND] * len(spec.parts)
    if isinstance(value, dict):
        by_label = {f"[{key!r}]": part for key, part in value.items()}
        return [by_label[label] for label in spec.labels]
    if isinstance(value, tuple | list):
        return value
    if is_record(value):
        return values_of(value)
    composite = backend.active().composite(value)
    assert composite is not None
    return composite.parts


def lift(spec: Spec, tensors: Iterator[Any], name: str) -> Any:
    """The value of a spec, from the tensors that carry it; `name` is the variable's."""
    if isinstance(spec, TensorType):
        return backend.active().set_weak(next(tensors), spec.weak)
    if isinstance(spec, Optional):
        tag = next(tensors)
        inner = lift(spec.type, tensors, name) if spec.type else None
        return Maybe(inner, tag, name, unbound=spec.unbound, none=spec.none)
    if isinstance(spec, Group):
        return spec.rebuild([lift(part, tensors, name + at) for at, part in zip(spec.labels, spec.parts, strict=True)])
    if isinstance(spec, ListOf):
        made = born(List())
        made.become(lift(spec.content, tensors, name))
        return made
    if isinstance(spec, Items):
        return Content([lift(part, tensors, f"{name}[{i}]") for i, part in enumerate(spec.parts)])
    if isinstance(spec, Rows):
        handles = [next(tensors) for _ in range(rows.count(spec.element))]
        return Content(None, rows.Handles(handles) if isinstance(spec.element, Group) else handles[0], spec.element)
    return _python_value(spec)


def _python_value(spec: Absent | Number | Static) -> Any:
    if isinstance(spec, Absent):
        return None if spec.bound else UNBOUND
    return spec.value


def freeze(value: Any) -> Any:
    """The value as it is now: restoring a list later must not change what a finished trace gives out."""
    if isinstance(value, List):
        frozen = List()
        frozen.become(value.content())
        if frozen.handle is None:
            list.__setitem__(frozen, slice(None), [freeze(item) for item in frozen.items()])
        frozen.origin = value.origin or value
        return frozen
    if isinstance(value, tuple) and any(_is_changeable(part) for part in value):
        parts = map(freeze, value)
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if type(value) is dict and any(_is_changeable(part) for part in value.values()):
        return {key: freeze(part) for key, part in value.items()}
    return value


def original(value: Any) -> Any:
    """The list that a frozen copy was made of; anything else is itself."""
    return value.origin if isinstance(value, List) and value.origin is not None else value


def same_content(a: Any, b: Any) -> bool:
    """Whether two contents of a list or dict hold the very same things."""
    if isinstance(a, Content) and isinstance(b, Content):
        if a.items is None or b.items is None:
            return rows.is_same(a.handle, b.handle)
        return len(a.items) == len(b.items) and all(map(_is_same, a.items, b.items))
    if type(a) is dict and type(b) is dict:
        return list(a) == list(b) and all(map(_is_same, a.values(), b.values()))
    return isinstance(a, frozenset) and isinstance(b, frozenset) and a == b


def _is_same(a: Any, b: Any) -> bool:
    return original(a) is original(b)


def _is_changeable(value: Any) -> bool:
    return isinstance(value, List | tuple | dict)
