"""Weights that are kept in one dtype and read in another."""

from __future__ import annotations

from autograph.keras.layers.call_context import current_call
from runtime.ops.casts import cast
from runtime.tensor import Tensor
from runtime.variables import Variable


class AutocastVariable(Variable):
    """A variable that is read, in the call of a layer, in the dtype that the layer computes in."""

    def _as_tensor(self) -> Tensor:
        tensor, call = super()._as_tensor(), current_call()
        return tensor if call is None else cast(tensor, call.layer.compute_dtype)
