"""What meets the world outside: printing, assertions, Python functions as operations, the clock."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Sequence
from typing import Any

from runtime import dtypes, nest
from runtime.dispatch import apply_one, apply_op, convert_to_tensor, current_graph, is_symbolic, is_tensor
from runtime.errors import InvalidArgumentError
from runtime.graph import Operation
from runtime.kernels import summary
from runtime.ops.strings import string_format
from runtime.py_functions import PyFunction
from runtime.tensor import Tensor

__all__ = ["Assert", "numpy_function", "print", "py_func", "py_function", "timestamp"]

_LEVELS = {logging.INFO: "log(info)", logging.WARNING: "log(warning)", logging.ERROR: "log(error)"}


def print(
    *inputs: Any,
    output_stream: Any = None,
    summarize: int | None = 3,
    sep: str = " ",
    end: str = "\n",
    name: str | None = None,
) -> Operation | None:
    """Prints tensors and other values, each time that this runs.

    Args:
        *inputs: tensors, structures that hold tensors, and other values, which are printed as `str` has them now.
        output_stream: `sys.stdout` (the default), `sys.stderr`, a level of `logging`, or "file://" and a path. What
            `sys.stdout` is is looked up when it prints.
        summarize: how many elements at each end of a dimension are shown; None or -1 for three, or all.
        sep: goes between the inputs.
        end: goes after them.
        name: for the operation.

    Returns:
        In a graph the operation, to be run or put among control inputs; a function runs it in any case. None if it has
        printed.

    Raises:
        ValueError: there is no such stream.

    >>> print("x:", convert_to_tensor([1.5, 2.0]), {"n": 3})
    x: [1.5 2] {'n': 3}
    """
    stream = _stream_name(output_stream)
    pieces: list[str] = []
    tensors: list[Tensor] = []
    for item in inputs:
        piece, found = _template(item)
        pieces.append(piece)
        tensors += found
    if pieces == [_HOLE] and tensors[0].dtype is dtypes.string and tensors[0].shape.rank == 0:
        text = tensors[0]  # Alone, a string goes without quotes.
    else:
        text = _formatted(sep.join(pieces), tensors, 3 if summarize is None else summarize)
    result = apply_op("PrintV2", [text], {"output_stream": stream, "end": end}, name)
    return result if isinstance(result, Operation) else None


_HOLE = "{}\0"  # No text of the user's holds it.


def _template(item: Any) -> tuple[str, list[Tensor]]:
    """The text of a value with holes for the tensors in it, and those tensors."""
    if not nest.is_nested(item):
        return (_HOLE, [convert_to_tensor(item)]) if is_tensor(item) else (str(item), [])
    leaves = nest.flatten(item)
    tensors = [convert_to_tensor(leaf) for leaf in leaves if is_tensor(leaf)]
    return str(nest.pack_sequence_as(item, [_Hole() if is_tensor(leaf) else leaf for leaf in leaves])), tensors


class _Hole:
    """Stands for a tensor in the text of a structure."""

    def __repr__(self) -> str:
        return _HOLE


def _formatted(template: str, tensors: Sequence[Tensor], summarize: int) -> Tensor:
    if not tensors:
        return convert_to_tensor(template)
    hole = _HOLE if "{}" in template.replace(_HOLE, "") else "{}"
    return string_format(template.replace(_HOLE, hole), tensors, hole, summarize)


def _stream_name(stream: Any) -> str:
    if stream is None or stream is sys.stdout or stream is sys.__stdout__:
        return "stdout"
    if stream is sys.stderr or stream is sys.__stderr__:
        return "stderr"
    if isinstance(stream, str) and (stream.startswith("file://") or stream in ("stdout", "stderr")):
        return stream
    level = getattr(logging, getattr(stream, "__name__", "").upper(), stream)
    if isinstance(level, int) and level in _LEVELS:
        return _LEVELS[level]
    raise ValueError(
        f"Unsupported output stream {stream!r}: use sys.stdout, sys.stderr, logging.INFO, logging.WARNING, "
        "logging.ERROR, or 'file://' followed by a path."
    )


def Assert(
    condition: Any, data: Sequence[Any], summarize: int | None = None, name: str | None = None
) -> Operation | None:
    """Stops with an error, each time that this runs, unless a condition holds.

    Args:
        condition: bool[].
        data: tensors and texts that the message shows.
        summarize: how many elements of each tensor it shows, 3 by default.
        name: for the operation.

    Returns:
        In a graph the operation; a function runs it in any case. None if it has been checked.

    Raises:
        InvalidArgumentError: the condition is false; at once if it is concrete.

    >>> Assert(convert_to_tensor(1) > 0, ["must be positive:", 1])
    """
    test = convert_to_tensor(condition)
    count = 3 if summarize is None else summarize
    data = list(data) or ["the condition is false"]
    if not is_symbolic(test) and current_graph() is None and not any(map(is_symbolic, data)):
        _check_now(test, data, count)
        return None
    inputs = [test, *[convert_to_tensor(item) for item in data]]
    result = apply_op("Assert", inputs, {"summarize": count}, name or "Assert")
    return result if isinstance(result, Operation) else None


def _check_now(condition: Any, data: Sequence[Any], summarize: int) -> None:
    if condition.shape.rank != 0:
        raise InvalidArgumentError(f"The condition of an assertion is a scalar, not of shape {condition.shape}.")
    if not condition:
        shown = " ".join(f"[{summary.flat_text(convert_to_tensor(item)._value, summarize)}]" for item in data)  # type: ignore[attr-defined]
        raise InvalidArgumentError(f"assertion failed: {shown}")


# ---------------------------------------------------------------------------------------------- Python functions


def py_function(func: Callable[..., Any], inp: Sequence[Any], Tout: Any, name: str | None = None) -> Any:
    """What a Python function of concrete tensors returns, each time that this runs.

    Args:
        func: takes an EagerTensor for each input; returns a tensor or a list of them, None for nothing.
        inp: the inputs.
        Tout: the dtype that it returns, or a list of dtypes; [] for nothing.
        name: for the operation.

    Returns:
        A tensor, or a list of them if `Tout` is a list.

    Raises:
        InvalidArgumentError: the function returns another number of values, or values of another kind than declared.

    >>> float(py_function(lambda x: x * 2.0, [1.5], "float32"))
    3.0
    """
    return _call(PyFunction(func, eager=True), "EagerPyFunc", inp, Tout, name)


def numpy_function(
    func: Callable[..., Any], inp: Sequence[Any], Tout: Any, stateful: bool = True, name: str | None = None
) -> Any:
    """What a Python function of numpy arrays returns, each time that this runs.

    Args:
        func: takes a numpy array for each input; returns an array or a list of them, None for nothing.
        inp: the inputs.
        Tout: the dtype that it returns, or a list of dtypes; [] for nothing.
        stateful: False says that equal inputs give equal results and nothing else happens.
        name: for the operation.

    Returns:
        A tensor, or a list of them if `Tout` is a list.

    Raises:
        InvalidArgumentError: the function returns another number of values, or values of another kind than declared.

    >>> float(numpy_function(lambda x: x.sum(), [[1.0, 2.0]], "float32"))
    3.0
    """
    op_type = "PyFunc" if stateful else "PyFuncStateless"
    return _call(PyFunction(func, eager=False), op_type, inp, Tout, name)


def py_func(
    func: Callable[..., Any], inp: Sequence[Any], Tout: Any, stateful: bool = True, name: str | None = None
) -> Any:
    """`numpy_function` by the name that it has in TensorFlow 1."""
    return numpy_function(func, inp, Tout, stateful, name)


def _call(function: PyFunction, op_type: str, inp: Sequence[Any], output_types: Any, name: str | None) -> Any:
    many = isinstance(output_types, (list, tuple))
    types = tuple(dtypes.as_dtype(kind) for kind in (output_types if many else [output_types]))
    inputs = [convert_to_tensor(item) for item in inp]
    if current_graph() is None and not any(map(is_symbolic, inputs)):
        results: Any = function(inputs, types)
    else:
        attrs = {"token": function.token, "Tin": tuple(t.dtype for t in inputs), "Tout": types, "_function": function}
        made = apply_op(op_type, inputs, attrs, name)
        results = made if isinstance(made, list) else []
    return results if many else results[0]


def timestamp(name: str | None = None) -> Tensor:
    """Seconds since 1970, f64[], each time that this runs."""
    return apply_one("Timestamp", [], None, name)
