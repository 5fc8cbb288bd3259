"""Gradients of convolutions: each of the three ops is linear in two of the others' operands."""

from __future__ import annotations

from typing import Any

from runtime.gradients.broadcast import shape_of
from runtime.gradients.table import by_input, op, refused, same
from runtime.tensor import Tensor

_ATTRS = ("strides", "padding", "explicit_paddings", "data_format", "dilations")


def _of_image(operation: Any, model: Tensor, window: Tensor, result: Tensor) -> Tensor:
    return op(f"{_kind(operation)}BackpropInput", shape_of(model), window, result, **same(operation, *_ATTRS))


def _of_window(operation: Any, image: Tensor, model: Tensor, result: Tensor) -> Tensor:
    return op(f"{_kind(operation)}BackpropFilter", image, shape_of(model), result, **same(operation, *_ATTRS))


def _result(operation: Any, image: Tensor, window: Tensor) -> Tensor:
    return op(_kind(operation), image, window, **same(operation, *_ATTRS))


def _kind(operation: Any) -> str:
    kind: str = operation.type
    return kind.partition("Backprop")[0]


for _type in ("Conv2D", "DepthwiseConv2dNative"):
    by_input(
        _type,
        lambda o, g: _of_image(o, o.inputs[0], o.inputs[1], g),
        lambda o, g: _of_window(o, o.inputs[0], o.inputs[1], g),
    )
    by_input(
        f"{_type}BackpropInput",
        None,
        lambda o, g: _of_window(o, g, o.inputs[1], o.inputs[2]),
        lambda o, g: _result(o, g, o.inputs[1]),
    )
    by_input(
        f"{_type}BackpropFilter",
        lambda o, g: _of_image(o, o.inputs[0], g, o.inputs[2]),
        None,
        lambda o, g: _result(o, o.inputs[0], g),
    )
refused("Conv3D", "there is no op here for it.")
