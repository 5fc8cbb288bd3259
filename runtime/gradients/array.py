"""Gradients of views and of what asks for shapes."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime import rewrite
from runtime.constant_value import constant_value
from runtime.gradients.broadcast import dims_of, reshaped, reshaped_like, shape_of, unbroadcast, zeros_like
from runtime.gradients.table import Gradients, by_input, op, unary
from runtime.registry import gradient, not_differentiable
from runtime.tensor import Tensor

unary("Identity RefIdentity Snapshot DeepCopy PlaceholderWithDefault", lambda g, x, y: g)
by_input("Reshape", lambda o, g: reshaped_like(g, o.inputs[0]), None)
by_input("ExpandDims", lambda o, g: _squeezed(g, o), None)
by_input("Squeeze", lambda o, g: reshaped_like(g, o.inputs[0]))
by_input("Transpose", lambda o, g: op("Transpose", g, _inverse(o.inputs[1])), None)
by_input("BroadcastTo", lambda o, g: unbroadcast(g, o.inputs[0], o.outputs[0]), None)
by_input("EnsureShape", lambda o, g: op("EnsureShape", g, shape=o.attrs["shape"]))
by_input("Tile", lambda o, g: _untiled(g, *o.inputs), None)
not_differentiable(
    "BroadcastArgs", "BroadcastGradientArgs", "Rank", "Shape", "ShapeN", "Size", "StopGradient", "InvertPermutation",
)  # fmt: skip


@gradient("IdentityN")
def _identity_n(operation: Any, *grads: Tensor | None) -> Gradients:
    """Passed on; but see `custom_gradient`, which keeps its gradient as a body that takes the last inputs too."""
    body = operation.attrs.get("_gradient")
    if body is None:
        return grads
    count, results = len(operation.inputs), operation.attrs["_num_results"]
    seeds = [zeros_like(y) if g is None else g for y, g in zip(operation.outputs[:results], grads, strict=False)]
    read = operation.inputs[count - len(body.arguments) + results :]
    found = rewrite.inlined(body, [*seeds, *read])
    by_position = dict(zip(operation.attrs["_gradient_inputs"], found, strict=True))
    return [by_position.get(i) for i in range(count)]


@gradient("PreventGradient")
def _prevent_gradient(operation: Any, g: Tensor) -> Gradients:
    raise LookupError(f"Gradient explicitly disabled at {operation.name}. Reason: {operation.attrs['message']!r}")


def _squeezed(g: Tensor, operation: Any) -> Tensor:
    x, dim = operation.inputs
    static = reshaped(g, dims_of(x))
    if static is not None:
        return static
    axis = constant_value(dim)
    return reshaped_like(g, x) if axis is None else op("Squeeze", g, squeeze_dims=[int(axis)])


def _inverse(permutation: Tensor) -> Any:
    known = constant_value(permutation)
    return op("InvertPermutation", permutation) if known is None else np.argsort(known).astype(known.dtype)


def _untiled(g: Tensor, x: Tensor, multiples: Tensor) -> Tensor:
    """Folds g: [m0 * d0, m1 * d1, ...] into [m0, d0, m1, d1, ...], and sums over the repetitions."""
    shape = shape_of(x, multiples.dtype)
    repeats, sizes, rank = constant_value(multiples), constant_value(shape), multiples.shape[0]
    if repeats is None or sizes is None:
        folded: Any = op("Reshape", op("Pack", [multiples, shape], axis=1), [-1])
    else:
        folded = np.stack([repeats, sizes], 1).reshape(-1)
    places = op("Range", 0, op("Size", multiples), 1) if rank is None else np.arange(rank, dtype=np.int32)
    return op("Sum", op("Reshape", g, folded), 2 * places)
