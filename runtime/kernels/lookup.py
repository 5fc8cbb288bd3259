"""Kernels of lookup tables."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from runtime.context import RunContext
from runtime.dtypes import DType, int64, string
from runtime.errors import FailedPreconditionError, InvalidArgumentError, NotFoundError
from runtime.registry import kernel


class Table:
    """What is behind a table's handle: keys and values as Python objects.

    Attributes:
        items: key → value.
        key_dtype: of the keys.
        value_dtype: of the values.
        is_fixed: it is filled once, and may not be read before.
    """

    def __init__(self, name: str, key_dtype: DType, value_dtype: DType, is_fixed: bool) -> None:
        self.name = name
        self.key_dtype = key_dtype
        self.value_dtype = value_dtype
        self.is_fixed = is_fixed
        self.is_filled = not is_fixed
        self.items: dict[Any, Any] = {}

    def filled(self) -> dict[Any, Any]:
        """The items.

        Raises:
            FailedPreconditionError: the table has not been filled.
        """
        if not self.is_filled:
            raise FailedPreconditionError(
                f"Table {self.name!r} not initialized. Run its initializer, for example "
                f"session.run(tables_initializer())."
            )
        return self.items

    def as_operation(self) -> tuple[str, dict[str, Any]]:
        """The operation whose handle this table is behind in a graph."""
        attrs = {"key_dtype": self.key_dtype, "value_dtype": self.value_dtype, "_table": self}
        return "HashTableV2" if self.is_fixed else "MutableHashTableV2", attrs

    def __repr__(self) -> str:
        return f"<Table {self.name!r} of {len(self.items)} items>"


def _text(value: str | bytes) -> str:
    return value.decode() if isinstance(value, bytes) else value


def _table(is_fixed: bool, op_type: str, anonymous: str) -> None:
    @kernel(op_type)
    def table(
        *,
        shared_name: str,
        container: str,
        key_dtype: DType,
        value_dtype: DType,
        context: RunContext,
        owner: Any = None,
        _table: Table | None = None,
    ) -> Table:
        """The table of a name in the session, made at the first use; without a name, a new one."""
        if _table is not None:
            return _table
        name = _text(shared_name) or ("" if owner is None else owner.name)
        if not name:
            return Table("", key_dtype, value_dtype, is_fixed)
        found: Table = context.resources.lookup_or_create(
            _text(container), f"table/{name}", lambda: Table(name, key_dtype, value_dtype, is_fixed)
        )
        return found

    @kernel(anonymous)
    def anonymous_table(*, key_dtype: DType, value_dtype: DType) -> Table:
        """A new table with each run, which nothing else can find."""
        return Table("", key_dtype, value_dtype, is_fixed)


_table(True, "HashTableV2", "AnonymousHashTable")
_table(False, "MutableHashTableV2", "AnonymousMutableHashTable")


def _pairs(keys: Any, values: Any) -> list[tuple[Any, Any]]:
    if keys.shape != values.shape:
        raise InvalidArgumentError(f"Number of elements of keys {keys.shape} and values {values.shape} differ.")
    return list(zip(keys.ravel().tolist(), values.ravel().tolist(), strict=True))


@kernel("LookupTableImportV2", "InitializeTableV2")
def import_(table: Table, keys: Any, values: Any) -> None:
    """Replaces the content of a table; one that is filled once stays as it was the first time."""
    pairs = _pairs(keys, values)
    if not table.is_fixed:
        table.items = dict(pairs)
        return
    if not table.is_filled:
        _fill(table, pairs)


def _fill(table: Table, pairs: Any) -> None:
    """Fills a table that is filled once; the same key may come twice only with the same value."""
    items: dict[Any, Any] = {}
    for key, value in pairs:
        if items.setdefault(key, value) != value:
            raise InvalidArgumentError(
                f"HashTable has different value for same key. Key {key!r} has {items[key]!r} and trying to add value "
                f"{value!r}"
            )
    table.items, table.is_filled = items, True


_LINE, _NUMBER = -2, -1


@kernel("InitializeTableFromTextFileV2")
def import_text(
    table: Table, filename: Any, *, key_index: int, value_index: int, vocab_size: int, delimiter: str, offset: int
) -> None:
    """Fills a table with lines of a file, the first `offset` of which are left out, unless it is filled.

    Key and value are each the line's number (-1), the whole line (-2), or the field of that number between delimiters.
    """
    if table.is_filled:
        return
    path = filename.item().decode()
    try:
        with open(path, "rb") as file:
            lines = file.read().splitlines()[offset:]
    except FileNotFoundError as error:
        raise NotFoundError(f"{path}; No such file or directory") from error
    if vocab_size != -1 and len(lines) < vocab_size:
        raise InvalidArgumentError(f"Invalid vocab_size in {path}: expected {vocab_size} but got {len(lines)}.")
    rows = itertools.islice(enumerate(lines), None if vocab_size == -1 else vocab_size)
    separator = delimiter.encode() if isinstance(delimiter, str) else delimiter
    ends = ((key_index, table.key_dtype), (value_index, table.value_dtype))
    _fill(table, [tuple(_part(*row, *end, separator) for end in ends) for row in rows])


def _part(number: int, line: bytes, index: int, dtype: DType, delimiter: bytes) -> Any:
    if index == _NUMBER:
        return number
    text = line if index == _LINE else line.split(delimiter)[index]
    return text if dtype is string else int(text) if dtype is int64 or dtype.is_integer else float(text)


@kernel("LookupTableFindV2")
def find(table: Table, keys: Any, default: Any, *, Tout: DType) -> Any:
    """The values of keys, in the shape of `keys`; the scalar `default` for keys that are not there."""
    items, missing = table.filled(), default.item() if default.ndim == 0 else None
    found = [items.get(key, missing) for key in keys.ravel().tolist()]
    result = np.empty(len(found), Tout.as_numpy_dtype)
    result[:] = found
    return result.reshape(keys.shape)


@kernel("LookupTableSizeV2")
def size(table: Table) -> Any:
    """How many keys there are, as an int64 scalar."""
    return np.asarray(len(table.filled()), np.int64)


@kernel("LookupTableInsertV2")
def insert(table: Table, keys: Any, values: Any) -> None:
    """Adds keys, or gives those that are there new values."""
    table.items = {**table.items, **dict(_pairs(keys, values))}


@kernel("LookupTableRemoveV2")
def remove(table: Table, keys: Any) -> None:
    """Takes keys out; those that are not there do no harm."""
    gone = set(keys.ravel().tolist())
    table.items = {key: value for key, value in table.items.items() if key not in gone}


@kernel("LookupTableExportV2")
def export(table: Table, *, Tkeys: DType, Tvalues: DType) -> tuple[Any, Any]:
    """All keys, and their values in the same order."""
    items = table.filled()
    keys, values = np.empty(len(items), Tkeys.as_numpy_dtype), np.empty(len(items), Tvalues.as_numpy_dtype)
    keys[:], values[:] = list(items), list(items.values())
    return keys, values
