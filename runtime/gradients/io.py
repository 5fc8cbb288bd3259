"""Gradients of looking at values from outside."""

from __future__ import annotations

from typing import Any

from runtime.gradients.table import Gradients, refused
from runtime.registry import gradient, not_differentiable
from runtime.tensor import Tensor

not_differentiable("Assert", "PrintV2", "Timestamp", "PyFunc", "PyFuncStateless")
refused("EagerPyFunc", "give the Python function a custom_gradient.")


@gradient("Print")
def _print(operation: Any, g: Tensor) -> Gradients:
    return [g, *[None] * (len(operation.inputs) - 1)]
