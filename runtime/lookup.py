"""Lookup tables, under TensorFlow's names: `lookup.StaticHashTable`, `lookup.KeyValueTensorInitializer`, …"""

from __future__ import annotations

from typing import Any

from runtime import dtypes
from runtime.current import current_graph
from runtime.dispatch import apply_one, apply_op, convert_to_tensor
from runtime.dtypes import DType
from runtime.errors import DTypeError
from runtime.graph_keys import GraphKeys
from runtime.tensor import Tensor

__all__ = [
    "KeyValueTensorInitializer", "MutableHashTable", "StaticHashTable", "StaticVocabularyTable", "TextFileIndex",
    "TextFileInitializer",
]  # fmt: skip


class TextFileIndex:
    """Which part of a line is meant: all of it, its number, or (a number from 0) one of its columns."""

    WHOLE_LINE = -2
    LINE_NUMBER = -1


class KeyValueTensorInitializer:
    """Fills a table with keys and values.

    Args:
        keys: a vector.
        values: a vector of the same length.
        key_dtype: of the keys, if not theirs.
        value_dtype: of the values, if not theirs.
        name: accepted for compatibility.
    """

    def __init__(
        self, keys: Any, values: Any, key_dtype: Any = None, value_dtype: Any = None, name: str | None = None
    ) -> None:
        self._keys = convert_to_tensor(keys, key_dtype)
        self._values = convert_to_tensor(values, value_dtype)

    @property
    def key_dtype(self) -> DType:
        """The dtype of the keys."""
        return self._keys.dtype

    @property
    def value_dtype(self) -> DType:
        """The dtype of the values."""
        return self._values.dtype

    def initialize(self, table: Any) -> Any:
        """Fills a table; in a graph, the operation that does."""
        return apply_op("LookupTableImportV2", [table.resource_handle, self._keys, self._values])


class TextFileInitializer:
    """Fills a table with what the lines of a text file say.

    Args:
        filename: the file.
        key_dtype: of the keys.
        key_index: where they are (see `TextFileIndex`).
        value_dtype: of the values.
        value_index: where they are.
        vocab_size: how many lines are read; all by default.
        delimiter: between columns.
        name: accepted for compatibility.
        value_index_offset: how many lines are left out at the beginning.
    """

    def __init__(
        self,
        filename: Any,
        key_dtype: Any,
        key_index: int,
        value_dtype: Any,
        value_index: int,
        vocab_size: int | None = None,
        delimiter: str = "\t",
        name: str | None = None,
        value_index_offset: int = 0,
    ) -> None:
        self.key_dtype = dtypes.as_dtype(key_dtype)
        self.value_dtype = dtypes.as_dtype(value_dtype)
        self._filename = filename
        self._attrs = {
            "key_index": key_index,
            "value_index": value_index,
            "vocab_size": -1 if vocab_size is None else vocab_size,
            "delimiter": delimiter,
            "offset": value_index_offset,
        }

    def initialize(self, table: Any) -> Any:
        """Fills a table; in a graph, the operation that does."""
        name = convert_to_tensor(self._filename, dtypes.string)
        return apply_op("InitializeTableFromTextFileV2", [table.resource_handle, name], self._attrs)


class _Table:
    """A table behind a handle: eager outside of graphs; in a graph, one for each session."""

    _op_types = ("HashTableV2", "AnonymousHashTable")

    def __init__(self, key_dtype: Any, value_dtype: Any, default_value: Any, name: str | None) -> None:
        self.key_dtype = dtypes.as_dtype(key_dtype)
        self.value_dtype = dtypes.as_dtype(value_dtype)
        self._name = name or "hash_table"
        graph = current_graph()
        in_graph = graph is not None and not graph.building_function
        attrs = {"key_dtype": self.key_dtype, "value_dtype": self.value_dtype}
        self.resource_handle = apply_one(self._op_types[0 if in_graph else 1], [], attrs, self._name)
        self._default = convert_to_tensor(default_value, self.value_dtype)

    @property
    def name(self) -> str:
        """The name of the table."""
        return self._name

    def size(self, name: str | None = None) -> Tensor:
        """How many keys there are, i64[]."""
        return apply_one("LookupTableSizeV2", [self.resource_handle], None, name)

    def lookup(self, keys: Any, name: str | None = None) -> Any:
        """The values of keys; the default where there is none.

        Args:
            keys: a tensor of any shape, or a sparse or ragged one.
            name: for the operation.

        Raises:
            DTypeError: the keys are of another dtype.
            FailedPreconditionError: the table has not been filled.
        """
        for part in ("flat_values", "values"):
            if hasattr(keys, "_parts") and hasattr(keys, part):
                inner = self.lookup(getattr(keys, part), name)
                return keys.with_flat_values(inner) if part == "flat_values" else keys.with_values(inner)
        tensor = convert_to_tensor(keys, dtype_hint=self.key_dtype)
        if tensor.dtype is not self.key_dtype:
            raise DTypeError(
                f"Dtype of argument `keys` must be {self.key_dtype.name}, received: {tensor.dtype.name}. Use "
                f"cast(keys, '{self.key_dtype.name}')."
            )
        inputs = [self.resource_handle, tensor, self._default]
        return apply_one("LookupTableFindV2", inputs, {"Tout": self.value_dtype}, name)

    __getitem__ = lookup

    def export(self, name: str | None = None) -> tuple[Tensor, Tensor]:
        """All keys, and their values."""
        attrs = {"Tkeys": self.key_dtype, "Tvalues": self.value_dtype}
        keys, values = apply_op("LookupTableExportV2", [self.resource_handle], attrs, name)
        return keys, values


class StaticHashTable(_Table):
    """A table that is filled once.

    Args:
        initializer: what fills it.
        default_value: the value of keys that are not there.
        name: for the operation.
        experimental_is_anonymous: accepted for compatibility.

    >>> table = StaticHashTable(KeyValueTensorInitializer(["a", "b"], [1, 2]), default_value=-1)
    >>> table.lookup(convert_to_tensor(["b", "c"])).tolist(), int(table.size())
    ([2, -1], 2)
    """

    def __init__(
        self, initializer: Any, default_value: Any, name: str | None = None, experimental_is_anonymous: bool = False
    ) -> None:
        super().__init__(initializer.key_dtype, initializer.value_dtype, default_value, name)
        self.default_value = default_value
        made = initializer.initialize(self)
        self.initializer = made
        graph = current_graph()
        if made is not None and graph is not None:
            graph.add_to_collection(GraphKeys.TABLE_INITIALIZERS, made)


class StaticVocabularyTable:
    """A table of words, where words that are not in it get one of some more numbers by their hash.

    Args:
        initializer: words → numbers from 0 on, or None for no words.
        num_oov_buckets: how many numbers there are for other words.
        lookup_key_dtype: of the words: string or int64.
        name: for the operation.
        experimental_is_anonymous: accepted for compatibility.

    >>> words = KeyValueTensorInitializer(["a", "b"], [0, 1], value_dtype="int64")
    >>> table = StaticVocabularyTable(words, num_oov_buckets=1)
    >>> table.lookup(convert_to_tensor(["b", "c"])).tolist()
    [1, 2]
    """

    def __init__(
        self,
        initializer: Any,
        num_oov_buckets: int,
        lookup_key_dtype: Any = None,
        name: str | None = None,
        experimental_is_anonymous: bool = False,
    ) -> None:
        if num_oov_buckets <= 0:
            raise ValueError(f"`num_oov_buckets` must be > 0; use StaticHashTable. Received: {num_oov_buckets}.")
        self._buckets = num_oov_buckets
        self._table = None if initializer is None else StaticHashTable(initializer, -1, name)
        known = dtypes.string if initializer is None else initializer.key_dtype
        self.key_dtype = known if lookup_key_dtype is None else dtypes.as_dtype(lookup_key_dtype)
        self.value_dtype = dtypes.int64

    @property
    def initializer(self) -> Any:
        """In a graph, the operation that fills the table."""
        return None if self._table is None else self._table.initializer

    @property
    def name(self) -> str:
        """The name of the table."""
        return "string_to_index" if self._table is None else self._table.name

    def size(self, name: str | None = None) -> Any:
        """How many numbers there are, i64[]."""
        extra = convert_to_tensor(self._buckets, dtypes.int64)
        return extra if self._table is None else self._table.size() + extra

    def lookup(self, keys: Any, name: str | None = None) -> Any:
        """The numbers of words."""
        from runtime.ops.hashing import string_to_hash_bucket_fast
        from runtime.ops.strings import as_string

        if hasattr(keys, "flat_values"):
            return keys.with_flat_values(self.lookup(keys.flat_values, name))
        if hasattr(keys, "dense_shape"):
            return keys.with_values(self.lookup(keys.values, name))
        tensor = convert_to_tensor(keys)
        words = tensor if tensor.dtype is dtypes.string else as_string(tensor)
        hashed = string_to_hash_bucket_fast(words, self._buckets)
        if self._table is None:
            return hashed
        known = self._table.lookup(tensor if tensor.dtype is self._table.key_dtype else _cast(tensor, self._table))
        offset = self._table.size()
        is_missing = apply_one("Equal", [known, convert_to_tensor(-1, dtypes.int64)])
        return apply_one("SelectV2", [is_missing, hashed + offset, known])

    __getitem__ = lookup


def _cast(tensor: Tensor, table: _Table) -> Tensor:
    return apply_one("Cast", [tensor], {"DstT": table.key_dtype})


class MutableHashTable(_Table):
    """A table that may be changed.

    Args:
        key_dtype: of the keys.
        value_dtype: of the values.
        default_value: the value of keys that are not there.
        name: for the operation.
        checkpoint: accepted for compatibility.
        experimental_is_anonymous: accepted for compatibility.

    >>> table = MutableHashTable("string", "int64", -1)
    >>> table.insert(["a"], [5])
    >>> table.remove(["b"])
    >>> table.lookup(["a", "b"]).tolist()
    [5, -1]
    """

    _op_types = ("MutableHashTableV2", "AnonymousMutableHashTable")

    def __init__(
        self,
        key_dtype: Any,
        value_dtype: Any,
        default_value: Any,
        name: str = "MutableHashTable",
        checkpoint: bool = True,
        experimental_is_anonymous: bool = False,
    ) -> None:
        super().__init__(key_dtype, value_dtype, default_value, name)

    def insert(self, keys: Any, values: Any, name: str | None = None) -> Any:
        """Sets the values of keys."""
        tensors = [convert_to_tensor(keys, self.key_dtype), convert_to_tensor(values, self.value_dtype)]
        return apply_op("LookupTableInsertV2", [self.resource_handle, *tensors], None, name)

    def remove(self, keys: Any, name: str | None = None) -> Any:
        """Takes keys out; those that are not there are passed over."""
        tensor = convert_to_tensor(keys, self.key_dtype)
        return apply_op("LookupTableRemoveV2", [self.resource_handle, tensor], None, name)

    erase = remove
