"""Strings: byte strings in tensors, joined, cut, searched, and turned into numbers and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime import dtypes
from runtime.arguments import indices_of, named
from runtime.dispatch import apply_one, apply_op, convert_to_tensor
from runtime.errors import UnimplementedError
from runtime.scopes import in_name_scope
from runtime.tensor import Tensor


def _string(value: Any) -> Tensor:
    return convert_to_tensor(value, dtype_hint=dtypes.string)


def string_join(inputs: Sequence[Any], separator: str = "", name: str | None = None) -> Tensor:
    """The strings at each place, joined.

    Args:
        inputs: string tensors of one shape, or scalars.
        separator: goes between.
        name: for the operation.

    Raises:
        InvalidArgumentError: the shapes differ.

    >>> string_join([["a", "b"], "c"], separator="-").tolist()
    [b'a-c', b'b-c']
    """
    return apply_one("StringJoin", [_string(item) for item in inputs], {"separator": separator}, name)


@in_name_scope("ReduceJoin")
def reduce_join(
    inputs: Any, axis: Any = None, keepdims: bool = False, separator: str = "", name: str | None = None
) -> Tensor:
    """The strings along some axes, joined.

    Args:
        inputs: a string tensor.
        axis: an axis, or a list of axes that are joined one after the other; by default all, in order of the elements.
        keepdims: whether the axes stay, with size 1.
        separator: goes between.
        name: for the operation.

    Raises:
        InvalidArgumentError: an axis is out of range.

    >>> reduce_join([["a", "b"], ["c", "d"]], axis=1).tolist(), reduce_join([["a", "b"], ["c", "d"]]).numpy()
    ([b'ab', b'cd'], b'abcd')
    """
    tensor = _string(inputs)
    axes = named(_all_axes(tensor), "Const") if axis is None else indices_of(axis)
    return apply_one("ReduceJoin", [tensor, axes], {"keep_dims": keepdims, "separator": separator})


def _all_axes(tensor: Tensor) -> Tensor:
    rank = tensor.shape.rank
    if rank is not None:
        return convert_to_tensor(np.arange(rank - 1, -1, -1, dtype=np.int32))
    from runtime.ops.array import rank as rank_of
    from runtime.ops.creation import range

    return range(rank_of(tensor) - 1, -1, -1)


def string_length(input: Any, unit: str = "BYTE", name: str | None = None) -> Tensor:
    """The length of each string, i32.

    Args:
        input: a string tensor.
        unit: "BYTE" or "UTF8_CHAR".
        name: for the operation.

    >>> string_length(["abc", ""]).tolist()
    [3, 0]
    """
    return apply_one("StringLength", [_string(input)], {"unit": unit}, name)


def string_lower(input: Any, encoding: str = "", name: str | None = None) -> Tensor:
    """The strings in lower case.

    Args:
        input: a string tensor.
        encoding: "" changes ASCII letters only, "utf-8" all.
        name: for the operation.

    >>> string_lower("ABC").numpy()
    b'abc'
    """
    return apply_one("StringLower", [_string(input)], {"encoding": encoding}, name)


def string_upper(input: Any, encoding: str = "", name: str | None = None) -> Tensor:
    """The strings in upper case (see `string_lower`).

    >>> string_upper("abc").numpy()
    b'ABC'
    """
    return apply_one("StringUpper", [_string(input)], {"encoding": encoding}, name)


def string_strip(input: Any, name: str | None = None) -> Tensor:
    """The strings without white space at both ends.

    >>> string_strip("  a b ").numpy()
    b'a b'
    """
    return apply_one("StringStrip", [_string(input)], None, name)


def regex_replace(
    input: Any, pattern: Any, rewrite: Any, replace_global: bool = True, name: str | None = None
) -> Tensor:
    r"""The strings with matches of a regular expression replaced.

    Args:
        input: a string tensor.
        pattern: the expression, string[].
        rewrite: what replaces a match; `\1` is its first group, `\0` all of it.
        replace_global: whether all matches are replaced, or the first only.
        name: for the operation.

    Raises:
        InvalidArgumentError: the pattern is no regular expression.

    >>> regex_replace("a1b22", "[0-9]+", "#").numpy()
    b'a#b#'
    """
    attrs: dict[str, Any] = {"replace_global": replace_global}
    if isinstance(pattern, (str, bytes)) and isinstance(rewrite, (str, bytes)):
        attrs = {"pattern": pattern, "rewrite": rewrite, **attrs}
        return apply_one("StaticRegexReplace", [_string(input)], attrs, name)
    return apply_one("RegexReplace", [_string(input), _string(pattern), _string(rewrite)], attrs, name)


def regex_full_match(input: Any, pattern: Any, name: str | None = None) -> Tensor:
    """Whether a regular expression matches the whole of each string.

    Args:
        input: a string tensor.
        pattern: the expression, string[].
        name: for the operation.

    Raises:
        InvalidArgumentError: the pattern is no regular expression.

    >>> regex_full_match(["ab", "abc"], "a.").tolist()
    [True, False]
    """
    if isinstance(pattern, (str, bytes)):
        return apply_one("StaticRegexFullMatch", [_string(input)], {"pattern": pattern}, name)
    return apply_one("RegexFullMatch", [_string(input), _string(pattern)], None, name)


def substr(input: Any, pos: Any, len: Any, unit: str = "BYTE", name: str | None = None) -> Tensor:
    """Part of each string.

    Args:
        input: a string tensor.
        pos: where it begins; negative numbers count from the end. Broadcasts.
        len: how long it is at most.
        unit: "BYTE" or "UTF8_CHAR".
        name: for the operation.

    Raises:
        InvalidArgumentError: it begins outside of the string.

    >>> substr(["hello", "world"], 1, 3).tolist()
    [b'ell', b'orl']
    """
    return apply_one("Substr", [_string(input), indices_of(pos), indices_of(len)], {"unit": unit}, name)


def string_split(input: Any, sep: Any = None, maxsplit: int = -1, name: str | None = None) -> Any:
    """The parts of strings between separators.

    Args:
        input: a string tensor.
        sep: the separator; by default runs of white space.
        maxsplit: how often a string is cut at most, or -1.
        name: for the operation.

    Returns:
        string[parts] for a scalar, else a RaggedTensor with one dimension more.

    >>> string_split("a b  c").tolist(), string_split("a,b,c", ",", maxsplit=1).tolist()
    ([b'a', b'b', b'c'], [b'a', b'b,c'])
    >>> string_split(["a b", "c"])
    <RaggedTensor [[b'a', b'b'], [b'c']]>
    """
    from runtime.ops.array import reshape
    from runtime.ragged import RaggedTensor

    tensor: Any = _string(input)
    if hasattr(tensor, "row_splits"):
        return tensor.with_values(string_split(tensor.values, sep, maxsplit))
    rank = tensor.shape.rank
    if rank == 0:
        return string_split_sparse(reshape(tensor, [1]), sep, maxsplit, name)[1]
    if rank is None:
        raise UnimplementedError("strings.split() needs to know the rank of its input: use ensure_shape(...) before.")
    if rank > 1:
        rows = RaggedTensor.from_tensor(tensor, ragged_rank=rank - 1)
        return rows.with_flat_values(string_split(rows.flat_values, sep, maxsplit))
    indices, values, dense_shape = string_split_sparse(tensor, sep, maxsplit, name)
    return RaggedTensor.from_value_rowids(values, indices[:, 0], dense_shape[0], validate=False)


def string_split_sparse(
    input: Any, sep: Any = None, maxsplit: int = -1, name: str | None = None
) -> tuple[Tensor, Tensor, Tensor]:
    """The parts of each string as a sparse matrix: indices i64[n, 2], values string[n], dense shape i64[2].

    Args:
        input: string[rows].
        sep: the separator; by default runs of white space.
        maxsplit: how often a string is cut at most, or -1.
        name: for the operation.

    >>> [tensor.tolist() for tensor in string_split_sparse(["a b", "c"])]
    [[[0, 0], [0, 1], [1, 0]], [b'a', b'b', b'c'], [2, 2]]
    """
    inputs = [_string(input), _string("" if sep is None else sep)]
    indices, values, dense_shape = apply_op("StringSplitV2", inputs, {"maxsplit": maxsplit}, name)
    return indices, values, dense_shape


def string_to_number(input: Any, out_type: Any = dtypes.float32, name: str | None = None) -> Tensor:
    """The numbers that strings spell.

    Args:
        input: a string tensor.
        out_type: float32, float64, int32 or int64.
        name: for the operation.

    Raises:
        InvalidArgumentError: a string is no number of that type.

    >>> string_to_number(["1.5", "-2"]).tolist()
    [1.5, -2.0]
    """
    return apply_one("StringToNumber", [_string(input)], {"out_type": dtypes.as_dtype(out_type)}, name)


def as_string(
    input: Any,
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: str = "",
    name: str | None = None,
) -> Tensor:
    """The text of numbers.

    Args:
        input: a tensor of numbers, bools or strings.
        precision: digits after the point, or -1 for six.
        scientific: floats with an exponent.
        shortest: floats without trailing zeros.
        width: the text is padded to it.
        fill: what pads: "" or " ", "0", "-" (on the right), "+" (numbers carry their sign).
        name: for the operation.

    >>> as_string([1, 23], width=3).tolist(), as_string(3.14159, precision=2).numpy()
    ([b'  1', b' 23'], b'3.14')
    """
    attrs = {"precision": precision, "scientific": scientific, "shortest": shortest, "width": width, "fill": fill}
    return apply_one("AsString", [convert_to_tensor(input)], attrs, name)


def string_format(
    template: str, inputs: Any, placeholder: str = "{}", summarize: int = 3, name: str | None = None
) -> Tensor:
    """A text with the values of tensors in it.

    Args:
        template: the text, with a placeholder for each tensor.
        inputs: a tensor, or a list of them.
        placeholder: what stands for a tensor.
        summarize: how many elements at each end of a dimension are shown, -1 for all.
        name: for the operation.

    Raises:
        ValueError: there are not as many placeholders as tensors.

    >>> string_format("x = {}, y = {}", (1, [1.5, 2.0])).numpy()
    b'x = 1, y = [1.5 2]'
    """
    values = [convert_to_tensor(item) for item in (inputs if isinstance(inputs, (list, tuple)) else [inputs])]
    count = template.count(placeholder)
    if count != len(values):
        raise ValueError(f"{count} placeholder(s) in template does not match {len(values)} tensor(s) provided as input")
    attrs = {"template": template, "placeholder": placeholder, "summarize": summarize}
    return apply_one("StringFormat", values, attrs, name)
