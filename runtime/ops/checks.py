"""Assertions on tensors: checked at once where the values are known, else each time that they run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import numpy as np

from runtime import dtypes
from runtime.constant_value import constant_value
from runtime.dispatch import apply_one, binary_operands, convert_to_tensor, is_symbolic
from runtime.errors import InvalidArgumentError
from runtime.kernels import summary
from runtime.ops.io import Assert
from runtime.references import Reference
from runtime.scopes import in_name_scope
from runtime.tensor import Tensor


def _text(tensor: Tensor, limit: int) -> str:
    return summary.text(constant_value(tensor), limit)


def _name(label: str, tensor: Tensor) -> str:
    return f"{label} ({tensor.name}) = " if is_symbolic(tensor) else f"{label} = "


def _check_all(
    holds: Tensor, what: str, operands: dict[str, Tensor], message: str | None, summarize: int | None
) -> Any:
    """Asserts that all elements of `holds` are true.

    Args:
        holds: bool[…].
        what: the condition in words.
        operands: what it is about, by name.
        message: the user's words.
        summarize: how many elements the message shows.

    Raises:
        InvalidArgumentError: a value known now is against it.
    """
    known = constant_value(holds)
    if known is not None:
        if not np.all(known):
            _fail(np.asarray(known), what, operands, message, 3 if summarize is None else summarize)
        if not is_symbolic(holds):
            return None
    total = holds if holds.shape.rank == 0 else apply_one("All", [holds, _axes_of(holds)])
    data: list[Any] = [message or "", f"Condition {what} did not hold element-wise:"]
    for label, tensor in operands.items():
        data += [_name(label, tensor), tensor]
    return Assert(total, data, summarize)


def _axes_of(tensor: Tensor) -> Tensor:
    if tensor.shape.rank is not None:
        return convert_to_tensor(np.arange(tensor.shape.rank, dtype=np.int32))
    from runtime.ops.array import rank
    from runtime.ops.creation import range

    return range(rank(tensor))


def _fail(holds: Any, what: str, operands: dict[str, Tensor], message: str | None, summarize: int) -> NoReturn:
    """The error that shows the elements against the condition."""
    wrong = np.argwhere(~holds)
    lines = [message] if message else []
    lines += [f"Condition {what} did not hold.", f"Indices of first {min(len(wrong), 3)} different values:"]
    lines.append(summary.text(wrong[:3], -1))
    for label, tensor in operands.items():
        values = np.broadcast_to(constant_value(tensor), holds.shape) if constant_value(tensor) is not None else None
        if values is None:
            continue
        lines += [f"Corresponding {label} values:", summary.text(values[~holds][:3], -1)]
    for label, tensor in operands.items():
        if constant_value(tensor) is not None:
            lines += [f"First elements of {label}:", _text(tensor, summarize)]
    raise InvalidArgumentError("\n".join(lines))


def _compare(op_type: str, sign: str, x: Any, y: Any, message: str | None, summarize: int | None) -> Any:
    left, right = binary_operands(x, y)
    holds = apply_one(op_type, [left, right])
    return _check_all(holds, f"x {sign} y", {"x": left, "y": right}, message, summarize)


@in_name_scope("assert_equal")
def assert_equal(
    x: Any, y: Any, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> Any:
    """Checks that x == y for all elements, with broadcasting.

    Args:
        x: a tensor.
        y: another.
        message: goes before what the error says.
        summarize: how many elements the error shows.
        name: for the operations.

    Returns:
        In a graph the operation; a function runs it in any case. None if it has been checked.

    Raises:
        InvalidArgumentError: it does not hold; at once if that is known now.

    >>> assert_equal([1, 2], [1, 2])
    """
    return _compare("Equal", "==", x, y, message, summarize)


@in_name_scope("assert_none_equal")
def assert_none_equal(
    x: Any, y: Any, summarize: int | None = None, message: str | None = None, name: str | None = None
) -> Any:
    """Checks that x != y for all elements (see `assert_equal`)."""
    return _compare("NotEqual", "!=", x, y, message, summarize)


@in_name_scope("assert_less")
def assert_less(
    x: Any, y: Any, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> Any:
    """Checks that x < y for all elements (see `assert_equal`)."""
    return _compare("Less", "<", x, y, message, summarize)


@in_name_scope("assert_less_equal")
def assert_less_equal(
    x: Any, y: Any, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> Any:
    """Checks that x <= y for all elements (see `assert_equal`)."""
    return _compare("LessEqual", "<=", x, y, message, summarize)


@in_name_scope("assert_greater")
def assert_greater(
    x: Any, y: Any, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> Any:
    """Checks that x > y for all elements (see `assert_equal`)."""
    return _compare("Greater", ">", x, y, message, summarize)


@in_name_scope("assert_greater_equal")
def assert_greater_equal(
    x: Any, y: Any, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> Any:
    """Checks that x >= y for all elements (see `assert_equal`)."""
    return _compare("GreaterEqual", ">=", x, y, message, summarize)


def _against_zero(op_type: str, sign: str, x: Any, message: str | None, summarize: int | None) -> Any:
    tensor = convert_to_tensor(x)
    zero = convert_to_tensor(np.array(0, tensor.dtype.as_numpy_dtype))
    return _check_all(apply_one(op_type, [tensor, zero]), f"x {sign} 0", {"x": tensor}, message, summarize)


@in_name_scope("assert_positive")
def assert_positive(x: Any, message: str | None = None, summarize: int | None = None, name: str | None = None) -> Any:
    """Checks that x > 0 for all elements (see `assert_equal`)."""
    return _against_zero("Greater", ">", x, message, summarize)


@in_name_scope("assert_non_negative")
def assert_non_negative(
    x: Any, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> Any:
    """Checks that x >= 0 for all elements (see `assert_equal`)."""
    return _against_zero("GreaterEqual", ">=", x, message, summarize)


@in_name_scope("assert_negative")
def assert_negative(x: Any, message: str | None = None, summarize: int | None = None, name: str | None = None) -> Any:
    """Checks that x < 0 for all elements (see `assert_equal`)."""
    return _against_zero("Less", "<", x, message, summarize)


@in_name_scope("assert_non_positive")
def assert_non_positive(
    x: Any, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> Any:
    """Checks that x <= 0 for all elements (see `assert_equal`)."""
    return _against_zero("LessEqual", "<=", x, message, summarize)


@in_name_scope("assert_near")
def assert_near(
    x: Any,
    y: Any,
    rtol: Any = None,
    atol: Any = None,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Any:
    """Checks that |x - y| <= atol + rtol * |y| for all elements.

    Args:
        x: floats.
        y: floats of the same dtype.
        rtol: by default ten times the dtype's machine epsilon.
        atol: likewise.
        message: goes before what the error says.
        summarize: how many elements the error shows.
        name: for the operations.

    Raises:
        InvalidArgumentError: it does not hold; at once if that is known now.

    >>> assert_near([1.0], [1.0 + 1e-7])
    """
    left, right = binary_operands(x, y)
    kind = left.dtype.as_numpy_dtype
    default = 10 * np.finfo(kind).eps
    slack = [convert_to_tensor(default if each is None else each, dtype_hint=left.dtype) for each in (atol, rtol)]
    bound = slack[0] + slack[1] * abs(right)
    holds = apply_one("LessEqual", [abs(left - right), bound])
    return _check_all(holds, "|x - y| <= atol + rtol * |y|", {"x": left, "y": right}, message, summarize)


# ---------------------------------------------------------------------------------------------- ranks, shapes, types


@in_name_scope("assert_rank")
def assert_rank(x: Any, rank: Any, message: str | None = None, name: str | None = None) -> Any:
    """Checks that a tensor has a rank.

    Args:
        x: a tensor.
        rank: an int or i32[].
        message: goes before what the error says.
        name: for the operations.

    Raises:
        ValueError: the static rank is another.
        InvalidArgumentError: the rank turns out to be another when it runs.

    >>> assert_rank([1, 2], 1)
    """
    return _check_rank(x, rank, "Equal", lambda have, want: have == want, "rank", message)


@in_name_scope("assert_rank_at_least")
def assert_rank_at_least(x: Any, rank: Any, message: str | None = None, name: str | None = None) -> Any:
    """Checks that a tensor has a rank or a higher one (see `assert_rank`)."""
    return _check_rank(x, rank, "GreaterEqual", lambda have, want: have >= want, "rank at least", message)


def _check_rank(
    x: Any, rank: Any, op_type: str, holds: Callable[[int, int], bool], what: str, message: str | None
) -> Any:
    from runtime.ops.array import rank as rank_of

    tensor, wanted = convert_to_tensor(x), convert_to_tensor(rank, dtype_hint=dtypes.int32)
    known = constant_value(wanted)
    if known is not None and tensor.shape.rank is not None:
        if not holds(tensor.shape.rank, int(known)):
            raise ValueError(
                f"{message or ''} Tensor must have {what} {int(known)}. "
                f"Received rank {tensor.shape.rank}, shape {tensor.shape}".strip()
            )
        return None
    actual = rank_of(tensor)
    data = [message or "", f"Tensor must have {what}", wanted, "Received rank: ", actual]
    return Assert(apply_one(op_type, [actual, wanted]), data)


@in_name_scope("assert_rank_in")
def assert_rank_in(x: Any, ranks: Sequence[int], message: str | None = None, name: str | None = None) -> Any:
    """Checks that a tensor has one of several ranks (see `assert_rank`)."""
    tensor = convert_to_tensor(x)
    allowed = [int(rank) for rank in ranks]
    if tensor.shape.rank is not None:
        if tensor.shape.rank not in allowed:
            raise ValueError(
                f"{message or ''} Tensor must have rank in {tuple(allowed)}. "
                f"Received rank {tensor.shape.rank}, shape {tensor.shape}".strip()
            )
        return None
    from runtime.ops.array import rank as rank_of

    actual = rank_of(tensor)
    matches = apply_one("Equal", [actual, convert_to_tensor(np.array(allowed, np.int32))])
    holds = apply_one("Any", [matches, convert_to_tensor(np.array([0], np.int32))])
    return Assert(holds, [message or "", f"Tensor must have rank in {tuple(allowed)}", "Received rank: ", actual])


def assert_scalar(tensor: Any, message: str | None = None, name: str | None = None) -> Tensor:
    """Checks that a tensor is a scalar as far as its static shape is known, and returns it.

    Raises:
        ValueError: it is not.

    >>> int(assert_scalar(3))
    3
    """
    value = convert_to_tensor(tensor)
    if value.shape.rank not in (None, 0):
        raise ValueError(f"{message or ''}Expected scalar shape, saw shape: {value.shape}.")
    return value


def assert_type(tensor: Any, tf_type: Any, message: str | None = None, name: str | None = None) -> None:
    """Checks the dtype of a tensor.

    Raises:
        TypeError: it is another.

    >>> assert_type([1, 2], "int32")
    """
    value, wanted = convert_to_tensor(tensor), dtypes.as_dtype(tf_type)
    if value.dtype is not wanted:
        raise TypeError(f"{message or ''}Tensor must be of type {wanted.name}, not {value.dtype.name}.")


def assert_integer(x: Any, message: str | None = None, name: str | None = None) -> None:
    """Checks that a tensor is of an integer dtype.

    Raises:
        TypeError: it is not.

    >>> assert_integer([1, 2])
    """
    value = convert_to_tensor(x)
    if not value.dtype.is_integer:
        raise TypeError(f'{message or ""}Expected "x" to be integer type.  Found: {value.dtype.name}')


def is_numeric_tensor(tensor: Any) -> bool:
    """Whether `tensor` is a tensor of numbers."""
    return isinstance(tensor, Tensor) and tensor.dtype.is_numeric


@in_name_scope("assert_shapes")
def assert_shapes(
    shapes: Any, data: Any = None, summarize: int | None = None, message: str | None = None, name: str | None = None
) -> Any:
    """Checks the shapes of tensors against each other.

    Args:
        shapes: pairs of a tensor and its shape (or a dictionary of them): sizes are ints, names (the same size
            everywhere), or None or "." (any size); "*" or `...` at an end stands for any number of sizes.
        data: more tensors for the message.
        summarize: how many elements the message shows.
        message: goes before what the error says.
        name: for the operations.

    Raises:
        ValueError: static shapes are against it.
        InvalidArgumentError: sizes turn out to be wrong when it runs.

    >>> assert_shapes([(convert_to_tensor([[1, 2, 3]]), ("N", 3)), (convert_to_tensor([5]), ("N",))])
    """
    pairs = list(shapes.items()) if isinstance(shapes, dict) else list(shapes)
    known: dict[Any, Any] = {}
    made = []
    for item, symbols in pairs:
        tensor = convert_to_tensor(item.deref() if isinstance(item, Reference) else item)
        for axis, symbol in _axes_with_symbols(tensor, symbols, message):
            if symbol is None or symbol == ".":
                continue
            made.append(_check_size(tensor, axis, symbol, known, [message or "", *(data or [])], summarize))
    from runtime.ops.control_flow import group

    return group(*[op for op in made if op is not None])


def _axes_with_symbols(tensor: Tensor, symbols: Any, message: str | None) -> list[tuple[int, Any]]:
    """The axes of a tensor, from the front or from the back, with what each must be."""
    listed = list(symbols) if isinstance(symbols, (list, tuple, str)) else [symbols]
    wild = [entry for entry in listed if entry in ("*", Ellipsis)]
    exact = [entry for entry in listed if entry not in ("*", Ellipsis)]
    rank = tensor.shape.rank
    if rank is not None and (rank < len(exact) or (rank > len(exact) and not wild)):
        wanted = f"rank{' at least' if wild else ''} {len(exact)}"
        raise ValueError(
            f"{message or ''} Tensor must have {wanted}. Received rank {rank}, shape {tensor.shape}".strip()
        )
    from_back = bool(wild) and listed[0] in ("*", Ellipsis)
    first = -len(exact) if from_back else 0
    return [(first + position, symbol) for position, symbol in enumerate(exact)]


def _check_size(
    tensor: Tensor, axis: int, symbol: Any, known: dict[Any, Any], data: list[Any], summarize: int | None
) -> Any:
    """Checks one size against an int, or against the first size of the same name."""
    from runtime.ops.array import shape

    size = tensor.shape[axis] if tensor.shape.rank is not None else None
    actual = shape(tensor)[axis] if size is None else size
    wanted = int(symbol) if not isinstance(symbol, str) or symbol.isdecimal() else known.setdefault(symbol, actual)
    if wanted is actual:
        return None
    if isinstance(wanted, int) and isinstance(actual, int):
        if wanted != actual:
            raise ValueError(
                f"{data[0]} Specified by tensor dimension {axis} of shape {tensor.shape}: expected size {wanted} for "
                f"{symbol!r}, got {actual}.".strip()
            )
        return None
    left, right = binary_operands(actual, wanted)
    return Assert(
        apply_one("Equal", [left, right]), [*data, f"Size {symbol!r} of dimension {axis}:", left, right], summarize
    )
