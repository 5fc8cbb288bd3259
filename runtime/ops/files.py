"""Files, and the forms that data has in them: raw bytes, comma-separated values, base64, serialised tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime import dtypes
from runtime.dispatch import apply_one, apply_op, convert_to_tensor
from runtime.errors import InvalidArgumentError
from runtime.tensor import Tensor


def _string(value: Any) -> Tensor:
    return convert_to_tensor(value, dtypes.string)


def read_file(filename: Any, name: str | None = None) -> Tensor:
    """The contents of a file, a string scalar.

    Args:
        filename: string[].
        name: for the operation.

    Raises:
        NotFoundError: there is no such file.
    """
    return apply_one("ReadFile", [_string(filename)], None, name)


def write_file(filename: Any, contents: Any, name: str | None = None) -> Any:
    """Writes a file, in directories that are made if need be; in a graph, the operation that does.

    Args:
        filename: string[].
        contents: string[].
        name: for the operation.
    """
    return apply_op("WriteFile", [_string(filename), _string(contents)], None, name)


def matching_files(pattern: Any, name: str | None = None) -> Tensor:
    """The names of the files that match a pattern, or one of several, sorted: string[count]."""
    return apply_one("MatchingFiles", [_string(pattern)], None, name)


def decode_raw(
    input_bytes: Any, out_type: Any, little_endian: bool = True, fixed_length: Any = None, name: str | None = None
) -> Tensor:
    """The numbers whose bytes strings hold.

    Args:
        input_bytes: strings of one length.
        out_type: the dtype of the numbers.
        little_endian: whether the least significant byte comes first.
        fixed_length: cuts strings, or fills them up with zeros, to so many bytes.
        name: for the operation.

    Returns:
        A tensor with one dimension more.

    Raises:
        InvalidArgumentError: the lengths differ, or are no multiple of a number's.

    >>> decode_raw(b"\\x01\\x00\\x02\\x00", "int16").tolist()
    [1, 2]
    """
    kind = dtypes.as_dtype(out_type)
    attrs: dict[str, Any] = {"out_type": kind, "little_endian": little_endian}
    if fixed_length is None:
        return apply_one("DecodeRaw", [_string(input_bytes)], attrs, name)
    length = convert_to_tensor(fixed_length, dtypes.int32)
    return apply_one("DecodePaddedRaw", [_string(input_bytes), length], attrs, name)


def decode_csv(
    records: Any,
    record_defaults: Sequence[Any],
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    select_cols: Sequence[int] | None = None,
    name: str | None = None,
) -> list[Tensor]:
    """The columns of lines of comma-separated values.

    Args:
        records: a string tensor of lines.
        record_defaults: for each column what an empty field means, a scalar or a list of one; it says the dtype, too.
            A dtype or an empty list means that the field may not be empty.
        field_delim: between fields.
        use_quote_delim: whether fields may stand in double quotes.
        na_value: another text for an empty field.
        select_cols: the numbers of the columns to take; all by default.
        name: for the operation.

    Returns:
        A tensor of the shape of `records` for each column.

    Raises:
        InvalidArgumentError: a line has another number of fields, a field is empty, or no number.

    >>> [column.tolist() for column in decode_csv(["1,a", ",b"], [[7], [""]])]
    [[1, 7], [b'a', b'b']]
    """
    defaults = [_default(value) for value in record_defaults]
    attrs = {
        "field_delim": field_delim,
        "use_quote_delim": use_quote_delim,
        "na_value": na_value,
        "select_cols": list(select_cols or ()),
        "OUT_TYPE": [tensor.dtype for tensor in defaults],
    }
    return apply_op("DecodeCSV", [_string(records), defaults], attrs, name)  # type: ignore[no-any-return]


def _default(value: Any) -> Tensor:
    if isinstance(value, dtypes.DType):
        return convert_to_tensor([], value)
    tensor = convert_to_tensor(value)
    if tensor.shape.num_elements() not in (None, 0, 1):
        raise InvalidArgumentError(f"A default of a column is a scalar, or a list of none or one: {value!r} is not.")
    return tensor


def serialize_tensor(tensor: Any, name: str | None = None) -> Tensor:
    """A tensor as a TensorProto, a string scalar."""
    return apply_one("SerializeTensor", [convert_to_tensor(tensor)], None, name)


def parse_tensor(serialized: Any, out_type: Any, name: str | None = None) -> Tensor:
    """The tensor that a TensorProto holds.

    Args:
        serialized: string[].
        out_type: its dtype.
        name: for the operation.

    Raises:
        InvalidArgumentError: it holds none, or one of another dtype.

    >>> parse_tensor(serialize_tensor([1.5, 2.0]), "float32").tolist()
    [1.5, 2.0]
    """
    return apply_one("ParseTensor", [_string(serialized)], {"out_type": dtypes.as_dtype(out_type)}, name)


def encode_base64(input: Any, pad: bool = False, name: str | None = None) -> Tensor:
    """Strings in web-safe base64.

    >>> encode_base64("hello?").numpy()
    b'aGVsbG8_'
    """
    return apply_one("EncodeBase64", [_string(input)], {"pad": pad}, name)


def decode_base64(input: Any, name: str | None = None) -> Tensor:
    """Strings out of web-safe base64.

    Raises:
        InvalidArgumentError: a string is none of base64.
    """
    return apply_one("DecodeBase64", [_string(input)], None, name)


def decode_compressed(bytes: Any, compression_type: str = "", name: str | None = None) -> Tensor:
    """Strings that were compressed as "", "ZLIB" or "GZIP"."""
    return apply_one("DecodeCompressed", [_string(bytes)], {"compression_type": compression_type}, name)
