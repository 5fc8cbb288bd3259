"""Gradients of looking at values from outside, and of Python functions that run as ops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.autodiff import is_differentiable
from runtime.dispatch import convert_to_tensor
from runtime.gradients.joining import filled
from runtime.gradients.table import Gradients, wants
from runtime.registry import gradient, not_differentiable
from runtime.tensor import Tensor

not_differentiable("Assert", "PrintV2", "Timestamp", "PyFunc", "PyFuncStateless")


@gradient("Print")
def _print(operation: Any, g: Tensor) -> Gradients:
    return [g, *[None] * (len(operation.inputs) - 1)]


@gradient("EagerPyFunc")
@wants
def _py_function(operation: Any, *grads: Tensor | None, wanted: Sequence[bool]) -> Gradients:
    """The function is called again, under a tape."""
    from runtime.ops.io import py_function

    function = operation.attrs.get("_function")
    if function is None:
        raise LookupError(f"No gradient defined for operation '{operation.name}': its Python function is not known.")
    count, places = len(operation.inputs), [i for i, is_wanted in enumerate(wanted) if is_wanted]
    scored = [i for i, y in enumerate(operation.outputs) if is_differentiable(y)]

    def backward(*values: Tensor) -> list[Tensor]:
        """The gradients of the inputs: the function runs again, under a tape."""
        return _taped(function.function, values[:count], places, scored, values[count:])

    given = filled(operation, grads)
    inputs = [*operation.inputs, *[given[i] for i in scored]]
    made = py_function(backward, inputs, [operation.inputs[i].dtype for i in places])
    by_place = dict(zip(places, made, strict=True))
    return [by_place.get(i) for i in range(count)]


def _taped(
    function: Any, inputs: Sequence[Tensor], places: Sequence[int], scored: Sequence[int], grads: Any
) -> list[Tensor]:
    from runtime.tape import GradientTape

    sources = [inputs[i] for i in places]
    with GradientTape() as tape:
        tape.watch(sources)
        results = function(*inputs)
        results = results if isinstance(results, list | tuple) else [results]
        targets = [convert_to_tensor(results[i]) for i in scored]
    found: list[Tensor] = tape.gradient(targets, sources, list(grads), "zero")
    return found
