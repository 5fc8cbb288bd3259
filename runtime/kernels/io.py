"""Kernels that meet the world outside: printing, checks that can fail, calls back into Python, the clock."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.context import RunContext
from runtime.dtypes import DType
from runtime.errors import InvalidArgumentError
from runtime.kernels import summary
from runtime.kernels.values import Array, boxed
from runtime.py_functions import call_by_token
from runtime.registry import kernel

_LOG_LEVELS = {
    "log(info)": logging.INFO,
    "log(warning)": logging.WARNING,
    "log(error)": logging.ERROR,
}


def _text(value: Any) -> str:
    raw = value if isinstance(value, (bytes, str)) else value.item()
    return raw.decode(errors="replace") if isinstance(raw, bytes) else raw


def _field(value: Any, conversion: str, spec: str) -> str:
    """A value in numpy's text, as `f"{value!r:spec}"` gives it."""
    plain = value if isinstance(value, (bytes, str)) or np.ndim(value) else value[()]
    if isinstance(plain, (bytes, str)):
        plain = _text(plain)
        return format({"r": repr, "a": ascii}.get(conversion, str)(plain), spec)
    return format(str(plain) if conversion or np.ndim(plain) else plain, spec)


@kernel("PrintV2")
def print_v2(text: Array, *, output_stream: str | bytes, end: str | bytes, context: RunContext) -> None:
    """Writes to Python's own streams, as they are at that moment."""
    line, target = _text(text) + _text(end), _text(output_stream)
    if target in _LOG_LEVELS:
        logging.getLogger("runtime").log(_LOG_LEVELS[target], "%s", line.rstrip("\n"))
    elif target.startswith("file://"):
        with open(target.removeprefix("file://"), "a", encoding="utf-8") as file:
            file.write(line)
    else:
        stream = sys.stderr if target == "stderr" else context.stdout or sys.stdout
        stream.write(line)
        stream.flush()


@kernel("Print")
def print_v1(x: Array, *data: Array, message: str | bytes, summarize: int) -> Array:
    """x itself; writes the message and the first `summarize` elements of each of `data` to standard error."""
    shown = "".join(f"[{summary.flat_text(value, summarize)}]" for value in data)
    sys.stderr.write(f"{_text(message)}{shown}\n")
    return x


@kernel("Assert")
def assert_(
    condition: Array, *data: Array, summarize: int, _error: Callable[[str], BaseException] | None = None
) -> None:
    """`_error` makes the exception of a Python statement that the op stands for, from its message."""
    if np.ndim(condition):
        raise InvalidArgumentError(f"condition must be a scalar, but has shape {np.shape(condition)}")
    if not condition and _error is not None:
        raise _error(" ".join(map(_text, data)))
    if not condition:
        shown = " ".join(f"[{summary.flat_text(value, summarize)}]" for value in data)
        raise InvalidArgumentError(f"assertion failed: {shown}")


@kernel("StringFormat")
def string_format(
    *inputs: Array,
    template: str | bytes,
    placeholder: str | bytes,
    summarize: int,
    _specs: tuple[tuple[str, str], ...] | None = None,
) -> Array:
    """`_specs` has conversion and format of each field of a Python f-string that the op stands for."""
    pieces = _text(template).split(_text(placeholder))
    if len(pieces) != len(inputs) + 1:
        raise InvalidArgumentError(
            f"num placeholders in template and num inputs must match: {len(pieces) - 1} vs. {len(inputs)}"
        )
    if _specs is None:
        texts = [summary.text(value, summarize) for value in inputs]
    else:
        texts = [_field(value, *spec) for value, spec in zip(inputs, _specs, strict=True)]
    return boxed("".join([pieces[0], *(a + b for a, b in zip(texts, pieces[1:], strict=True))]).encode())


@kernel("Timestamp")
def timestamp() -> Any:
    """Seconds since 1970 as a float64 scalar, when the op runs."""
    return np.float64(time.time())


@kernel("PyFunc", "PyFuncStateless", "EagerPyFunc")
def py_func(*inputs: Array, token: str | bytes, Tin: tuple[DType, ...], Tout: tuple[DType, ...]) -> tuple[Any, ...]:
    """What the Python function behind `token` gives for arrays, converted to the dtypes in `Tout`."""
    return call_by_token(_text(token), inputs, Tin, Tout)
