"""Errors of the first trace: which argument of `fit` does not go with the model."""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import Iterator
from typing import Any

from autograph.keras.calling import as_called
from autograph.keras.training.batches import unpack
from runtime import nest
from runtime.current import current_graph
from runtime.dispatch import is_tensor
from runtime.errors import OpError
from runtime.func_graph import FuncGraph
from runtime.origin import is_internal
from runtime.tensor_spec import TensorSpec

_OF_VALUES = (ValueError, TypeError, OpError)


@contextlib.contextmanager
def blaming(model: Any, data: Any) -> Iterator[None]:
    """Context of a first trace: an error about values that do not fit says which argument they came from.

    Args:
        model: whose step is traced.
        data: the batch, or specs of one: (x, y, sample_weight) or a part of it.

    Raises:
        ValueError: the inputs do not fit the model, or the labels not the outputs.
    """
    try:
        yield
    except _OF_VALUES as error:
        found = _culprit(model, data)
        if found is None:
            raise
        name, reason = found
        raise ValueError(_text(model, name, data, reason)) from error


def _culprit(model: Any, data: Any) -> tuple[str, Exception] | None:
    """The argument that does not fit, and why; None if the reason is another one."""
    x, y, weights = unpack(data)
    graph = FuncGraph("diagnosis", current_graph())
    graph.variable_creator = lambda make: make()
    with graph.as_default():
        try:
            outputs = model(_placeholders(graph, x), training=False)
        except _OF_VALUES as error:
            return "x", error
        if y is None or model._compiled_loss is None:
            return None
        y = _placeholders(graph, y)
        return _tried(model, "y", y, outputs) or _tried(
            model, "sample_weight", y, outputs, _placeholders(graph, weights)
        )


def _tried(model: Any, name: str, *arguments: Any) -> tuple[str, Exception] | None:
    """The name and the error, if the loss does not take these arguments."""
    try:
        as_called(model._compiled_loss)(*arguments)
    except _OF_VALUES as error:
        return name, error
    return None


def _placeholders(graph: FuncGraph, part: Any) -> Any:
    def placeholder(leaf: Any) -> Any:
        """A parameter of the trace for a tensor or its description; anything else as it is."""
        if is_tensor(leaf) or isinstance(leaf, TensorSpec):
            return graph.add_input(leaf.dtype, leaf.shape, "input")
        return leaf

    return nest.map_structure(placeholder, part)


def _text(model: Any, name: str, data: Any, reason: Exception) -> str:
    part = dict(zip(("x", "y", "sample_weight"), unpack(data), strict=True))[name]
    came = ", ".join(f"{leaf.dtype.name} of shape {leaf.shape}" for leaf in nest.flatten(part) if leaf is not None)
    what = {"x": "the inputs", "y": "the outputs and the loss", "sample_weight": "the labels"}[name]
    place = _users_line(reason)
    return f"Argument `{name}` ({came}) does not fit {what} of model {model.name!r}: {reason}{place}"


def _users_line(reason: Exception) -> str:
    """Where the user's own layer or loss did what failed, in words; nothing if it was not in one."""
    frames = [frame for frame, _ in traceback.walk_tb(reason.__traceback__)]
    lines = [number for _, number in traceback.walk_tb(reason.__traceback__)]
    for frame, line in zip(reversed(frames), reversed(lines), strict=True):
        if not is_internal(frame.f_code.co_filename):
            return f"\n  in {frame.f_code.co_name}, {frame.f_code.co_filename}:{line}"
    return ""
