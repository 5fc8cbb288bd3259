"""Gradients of convolutions: each of the three ops is linear in two of the others' operands."""

from __future__ import annotations

from typing import Any

from runtime.gradients.broadcast import shape_of
from runtime.gradients.table import by_input, op, same
from runtime.tensor import Tensor

_ATTRS = ("strides", "padding", "data_format", "dilations")
_FAMILIES = {
    "Conv2D": ("Conv2DBackpropInput", "Conv2DBackpropFilter"),
    "Conv3D": ("Conv3DBackpropInputV2", "Conv3DBackpropFilterV2"),
    "DepthwiseConv2dNative": ("DepthwiseConv2dNativeBackpropInput", "DepthwiseConv2dNativeBackpropFilter"),
}  # A convolution, and its gradients with respect to the image and to the filter.


def _attrs(operation: Any) -> dict[str, Any]:
    names = ("explicit_paddings", *_ATTRS) if "explicit_paddings" in operation.op_def.attrs else _ATTRS
    return same(operation, *names)


def _enter(forward: str, to_image: str, to_filter: str) -> None:
    def result(operation: Any, image: Tensor, window: Tensor) -> Tensor:
        """The forward op with the attributes of another."""
        return op(forward, image, window, **_attrs(operation))

    def of_image(operation: Any, model: Tensor, window: Tensor, g: Tensor) -> Tensor:
        """The gradient of an image of the model's shape, with the attributes of another op."""
        return op(to_image, shape_of(model), window, g, **_attrs(operation))

    def of_filter(operation: Any, image: Tensor, model: Tensor, g: Tensor) -> Tensor:
        """The gradient of a filter of the model's shape, with the attributes of another op."""
        return op(to_filter, image, shape_of(model), g, **_attrs(operation))

    by_input(
        forward,
        lambda o, g: of_image(o, o.inputs[0], o.inputs[1], g),
        lambda o, g: of_filter(o, o.inputs[0], o.inputs[1], g),
    )
    by_input(to_image, None, lambda o, g: of_filter(o, g, *o.inputs[1:]), lambda o, g: result(o, g, o.inputs[1]))
    by_input(
        to_filter,
        lambda o, g: of_image(o, o.inputs[0], g, o.inputs[2]),
        None,
        lambda o, g: result(o, o.inputs[0], g),
    )


for _forward, _backward in _FAMILIES.items():
    _enter(_forward, *_backward)
