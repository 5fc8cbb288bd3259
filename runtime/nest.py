"""Nested structures: lists, tuples, named tuples, dictionaries, dataclasses and attrs objects, and what hangs in them.

Everything else is a leaf, None too. Dictionaries go by sorted key and dataclasses by field, so that equal structures
flatten alike.
"""

import copy
import dataclasses
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from typing import Any

_LEAF_TYPES = frozenset({int, float, complex, bool, str, bytes, type(None)})
Path = tuple[Any, ...]


def is_nested(value: Any) -> bool:
    """Whether `value` is a structure and not a leaf."""
    return entries(value) is not None


def flatten(structure: Any) -> list[Any]:
    """The leaves of a structure in order.

    >>> flatten({"b": 1, "a": [2, (3, None)]})
    [2, 3, None, 1]
    """
    leaves: list[Any] = []
    _collect(structure, leaves)
    return leaves


def skeleton(structure: Any, leaves: list[Any]) -> Any:
    """What structures have in common that differ in their leaves only, in a form that has a hash.

    Args:
        structure: a structure.
        leaves: the leaves are appended here, in order.

    >>> skeleton([1, 2], []) == skeleton(["a", None], [])
    True
    """
    pairs = entries(structure)
    if pairs is None:
        leaves.append(structure)
        return None
    return type(structure), *[(key, skeleton(child, leaves)) for key, child in pairs]


def flatten_with_paths(structure: Any) -> list[tuple[Path, Any]]:
    """The leaves of a structure in order, each with the keys, indices and field names that lead to it.

    >>> flatten_with_paths({"a": [5]})
    [(('a', 0), 5)]
    """
    return list(_walk((), structure))


def pack_sequence_as(structure: Any, flat_sequence: Sequence[Any]) -> Any:
    """A structure like `structure` with the leaves of `flat_sequence`.

    Raises:
        TypeError: `flat_sequence` is no sequence.
        ValueError: it has another number of leaves.

    >>> pack_sequence_as({"b": 0, "a": (0, 0)}, [1, 2, 3])
    {'b': 3, 'a': (1, 2)}
    """
    if not isinstance(flat_sequence, list | tuple):
        raise TypeError(f"Attempted to pack value {flat_sequence!r} into a structure: expected a list of leaves.")
    if not is_nested(structure) and len(flat_sequence) == 1:
        return flat_sequence[0]
    count = len(flatten(structure))
    if count != len(flat_sequence):
        raise ValueError(
            f"Could not pack sequence. Structure had {count} atoms, but flat_sequence had {len(flat_sequence)} items. "
            f"Structure: {structure!r}, flat_sequence: {flat_sequence!r}."
        )
    return _packed(structure, iter(flat_sequence))


def map_structure(function: Callable[..., Any], *structures: Any, check_types: bool = True) -> Any:
    """A structure like the first with `function(leaf of the first, leaf of the second, ...)` for leaves.

    Args:
        function: takes one leaf of each structure.
        *structures: of the same structure (see `assert_same_structure`).
        check_types: whether lists and tuples, say, count as different.

    Raises:
        TypeError: `function` is not callable, or the types of the structures differ.
        ValueError: the structures differ.

    >>> map_structure(lambda x, y: x + y, {"a": [1, 2]}, {"a": [10, 20]})
    {'a': [11, 22]}
    """
    if not callable(function):
        raise TypeError(f"func must be callable, got: {function!r}")
    if not structures:
        raise ValueError("Must provide at least one structure")
    for other in structures[1:]:
        assert_same_structure(structures[0], other, check_types)
    columns = zip(*(flatten(structure) for structure in structures), strict=True)
    return _packed(structures[0], iter([function(*leaves) for leaves in columns]))


def assert_same_structure(nest1: Any, nest2: Any, check_types: bool = True) -> None:
    """Raises unless the two differ in their leaves only.

    Args:
        nest1: a structure.
        nest2: another.
        check_types: whether lists and tuples, say, count as different.

    Raises:
        TypeError: containers at the same place are of different types.
        ValueError: they have different numbers of elements, or keys, or one is a leaf.
    """
    difference = _difference(nest1, nest2, check_types)
    if difference is not None:
        kind, what = difference
        raise kind(
            f"The two structures don't have the same nested structure.\n\nFirst structure: {_text(nest1)}\n\n"
            f"Second structure: {_text(nest2)}\n\nMore specifically: {what}\n"
            f"Entire first structure:\n{_dots(nest1)}\nEntire second structure:\n{_dots(nest2)}"
        )


def _difference(a: Any, b: Any, check_types: bool) -> tuple[type[Exception], str] | None:
    left, right = entries(a), entries(b)
    if left is None and right is None:
        return None
    if left is None or right is None:
        inner, leaf = (b, a) if left is None else (a, b)
        return ValueError, f'Substructure "{_text(inner)}" is a sequence, while substructure "{_text(leaf)}" is not'
    if check_types and not _same_type(a, b):
        return TypeError, (
            f"The two structures don't have the same sequence type. First structure {_text(a)} has type "
            f"{type(a).__name__}, while second structure {_text(b)} has type {type(b).__name__}"
        )
    if isinstance(a, Mapping) and isinstance(b, Mapping) and set(a) != set(b):
        keys = [[key for key, _ in side] for side in (left, right)]
        return ValueError, (
            f"The two dictionaries don't have the same set of keys. First structure has keys {keys[0]}, while second "
            f"structure has keys {keys[1]}"
        )
    if len(left) != len(right):
        return ValueError, (
            f"The two structures don't have the same number of elements. First structure: {_text(a)}. "
            f"Second structure: {_text(b)}"
        )
    inner_differences = (_difference(x, y, check_types) for (_, x), (_, y) in zip(left, right, strict=True))
    return next((found for found in inner_differences if found is not None), None)


def _same_type(a: Any, b: Any) -> bool:
    if type(a) is type(b) or (isinstance(a, Mapping) and isinstance(b, Mapping)):
        return True
    named = hasattr(a, "_fields") and hasattr(b, "_fields")
    return named and type(a).__name__ == type(b).__name__ and a._fields == b._fields


def _text(value: Any) -> str:
    return f"type={type(value).__name__} str={value!s}"


def _dots(structure: Any) -> str:
    return str(map_structure(lambda leaf: _DOT, structure))


class _Dot:
    def __repr__(self) -> str:
        return "."


_DOT = _Dot()


# ---------------------------------------------------------------------------------------------- the kinds of structure


def entries(value: Any) -> list[tuple[Any, Any]] | None:
    """(key, child) of a structure in order, or None for a leaf.

    >>> entries({"b": 1, "a": (2, 3)}), entries(5)
    ([('a', (2, 3)), ('b', 1)], None)
    """
    kind = type(value)
    if kind in _LEAF_TYPES:
        return None
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return list(zip(value._fields, value, strict=True))
    if isinstance(value, list | tuple):
        return list(enumerate(value))
    if isinstance(value, Mapping):
        return [(key, value[key]) for key in _sorted(value)]
    names = _field_names(kind)
    return None if names is None else [(name, getattr(value, name)) for name in names]


def _field_names(kind: type) -> tuple[str, ...] | None:
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    attributes = getattr(kind, "__attrs_attrs__", None)
    return None if attributes is None else tuple(attribute.name for attribute in attributes)


def _sorted(keys: Mapping[Any, Any]) -> list[Any]:
    try:
        return sorted(keys)
    except TypeError:  # Keys of several types have no order of their own.
        return sorted(keys, key=lambda key: (type(key).__name__, repr(key)))


def _collect(structure: Any, leaves: list[Any]) -> None:
    pairs = entries(structure)
    if pairs is None:
        leaves.append(structure)
    else:
        for _, child in pairs:
            _collect(child, leaves)


def _walk(path: Path, structure: Any) -> Iterator[tuple[Path, Any]]:
    pairs = entries(structure)
    if pairs is None:
        yield path, structure
    else:
        for key, child in pairs:
            yield from _walk((*path, key), child)


def _packed(structure: Any, leaves: Iterator[Any]) -> Any:
    pairs = entries(structure)
    if pairs is None:
        return next(leaves)
    return rebuilt(structure, [(key, _packed(child, leaves)) for key, child in pairs])


def rebuilt(like: Any, children: list[tuple[Any, Any]]) -> Any:
    """A structure like `like` with other (key, child) pairs, in the order of `entries`.

    >>> rebuilt({"b": 1, "a": 2}, [("a", 20), ("b", 10)])
    {'b': 10, 'a': 20}
    """
    kind = type(like)
    if isinstance(like, tuple) and hasattr(like, "_fields"):
        return kind(*[child for _, child in children])
    if isinstance(like, list | tuple):
        return kind([child for _, child in children])
    if isinstance(like, Mapping):
        return _rebuilt_mapping(like, dict(children))
    result = copy.copy(like)
    for name, child in children:
        object.__setattr__(result, name, child)  # Frozen dataclasses, too.
    return result


def _rebuilt_mapping(like: Mapping[Any, Any], items: dict[Any, Any]) -> Any:
    ordered = {key: items[key] for key in like}  # In the order of the original.
    if type(like) is dict:
        return ordered
    if isinstance(like, defaultdict):
        return type(like)(like.default_factory, ordered)
    if isinstance(like, MutableMapping):
        result = copy.copy(like)
        result.update(ordered)
        return result
    return type(like)(ordered)  # type: ignore[call-arg]
