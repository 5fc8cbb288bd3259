"""Kernels that meet the world outside: printing, checks that can fail, calls back into Python, the clock."""

from __future__ import annotations

import logging
import sys
import time
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
    shown = "".join(f"[{summary.flat_text(value, summarize)}]" for value in data)
    sys.stderr.write(f"{_text(message)}{shown}\n")
    return x


@kernel("Assert")
def assert_(condition: Array, *data: Array, summarize: int) -> None:
    if np.ndim(condition):
        raise InvalidArgumentError(f"condition must be a scalar, but has shape {np.shape(condition)}")
    if not condition:
        shown = " ".join(f"[{summary.flat_text(value, summarize)}]" for value in data)
        raise InvalidArgumentError(f"assertion failed: {shown}")


@kernel("StringFormat")
def string_format(*inputs: Array, template: str | bytes, placeholder: str | bytes, summarize: int) -> Array:
    pieces = _text(template).split(_text(placeholder))
    if len(pieces) != len(inputs) + 1:
        raise InvalidArgumentError(
            f"num placeholders in template and num inputs must match: {len(pieces) - 1} vs. {len(inputs)}"
        )
    texts = [summary.text(value, summarize) for value in inputs]
    return boxed("".join([pieces[0], *(a + b for a, b in zip(texts, pieces[1:], strict=True))]).encode())


@kernel("Timestamp")
def timestamp() -> Any:
    return np.float64(time.time())


@kernel("PyFunc", "PyFuncStateless", "EagerPyFunc")
def py_func(*inputs: Array, token: str | bytes, Tin: tuple[DType, ...], Tout: tuple[DType, ...]) -> tuple[Any, ...]:
    return call_by_token(_text(token), inputs, Tin, Tout)
