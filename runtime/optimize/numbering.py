"""Value numbering: every tensor gets the number of its value, and equal values get equal numbers.

Source: Cocke and Schwartz, "Programming Languages and Their Compilers", 1970. On the way ops on constants are folded,
and `Identity` and its kin vanish.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from runtime import dtypes
from runtime.effects import is_pure
from runtime.optimize.fold import fold, fold_shape, freeze
from runtime.optimize.loops import ALIASES
from runtime.registry import has_kernel, kernel_of

if TYPE_CHECKING:
    from runtime.graph import Operation
    from runtime.tensor import Tensor

_SMALL = 256
"""Bytes: constants up to this size are compared by content."""


class Numbering:
    """Numbers values in the order of the ops.

    Attributes:
        tensors: for each value, the tensor that it was made for.
        constants: what is known of values before the graph runs.
        fed: the tensors whose values are given.

    Args:
        feeds: the tensors that get the first numbers.
        trust_shapes: whether values have their static shapes for certain, so that `Shape` may be folded.
    """

    def __init__(self, feeds: Sequence[Tensor], trust_shapes: bool) -> None:
        self.tensors: list[Tensor] = []
        self.constants: dict[int, Any] = {}
        self._value_of: dict[Tensor, int] = {}
        self._seen: dict[Any, tuple[int, ...]] = {}
        self._reads: dict[tuple[Operation, int], int] = {}
        self.fed = frozenset(feeds)
        self._trust_shapes = trust_shapes
        self.parameters = [self._define(tensor) for tensor in feeds]

    def __getitem__(self, tensor: Tensor) -> int:
        return self._value_of[tensor]

    def values(self, tensors: Iterable[Tensor]) -> tuple[int, ...]:
        """The numbers of the tensors."""
        return tuple([self._value_of[tensor] for tensor in tensors])

    def inputs(self, op: Operation) -> tuple[int, ...]:
        """The numbers of the inputs of an op: of values, where it takes references and reads them."""
        return tuple([self.input(op, i) for i in range(len(op.inputs))]) if self._reads else self.values(op.inputs)

    def input(self, op: Operation, position: int) -> int:
        """The number of one input of an op."""
        read = self._reads.get((op, position)) if self._reads else None
        return self._value_of[op.inputs[position]] if read is None else read

    def note_read(self, op: Operation, position: int, value: int) -> None:
        """Says that an op takes this value for an input that is a reference."""
        self._reads[op, position] = value

    def add(self, op: Operation) -> tuple[int, ...] | None:
        """Numbers the outputs of an op without bodies.

        Returns:
            The numbers, if the op has to run for them; None if it need not.
        """
        key = _key(op, self.inputs(op)) if op.type != "Const" and is_pure(op) else None
        known = self._seen.get(key) if key is not None else None
        if known is None:
            known = self._known(op)
        if known is not None:
            for tensor, value in zip(op.outputs, known, strict=True):
                self.alias(tensor, value)
            return None
        outputs = self.define(op.outputs)
        if key is not None:
            self._seen[key] = outputs
        return outputs

    def _known(self, op: Operation) -> tuple[int, ...] | None:
        """The values of an op's outputs as far as they are there without running it."""
        if op.type in ALIASES:
            return self.inputs(op)
        constants = self._constants_of(op)
        if constants is None:
            return None
        return tuple([self._constant(tensor, value) for tensor, value in zip(op.outputs, constants, strict=True)])

    def _constants_of(self, op: Operation) -> tuple[Any, ...] | None:
        if op.type == "Const":
            return (op.attrs["value"],)
        if self._trust_shapes and (shapes := fold_shape(op)) is not None:
            return shapes
        inputs = self.inputs(op)
        if inputs and all(value in self.constants for value in inputs):
            return fold(op, [self.constants[value] for value in inputs])
        return None

    def define(self, tensors: Iterable[Tensor]) -> tuple[int, ...]:
        """New numbers for tensors, except for those that have one (they are fed)."""
        return tuple([self._define(tensor) for tensor in tensors])

    def alias(self, tensor: Tensor, value: int) -> None:
        """Gives a tensor the number of a value, unless it has one."""
        self._value_of.setdefault(tensor, value)

    def _define(self, tensor: Tensor) -> int:
        value = len(self.tensors)
        self.tensors.append(tensor)
        self._value_of.setdefault(tensor, value)
        return value

    def _constant(self, tensor: Tensor, value: Any) -> int:
        key = _content(tensor, value)
        known = self._seen.get(key) if key is not None else None
        if known is not None:
            return known[0]
        number = len(self.tensors)
        self.tensors.append(tensor)
        self.constants[number] = freeze(value)
        if key is not None:
            self._seen[key] = (number,)
        return number


def _content(tensor: Tensor, value: Any) -> Any:
    """What equal small constants have in common, or None for big ones and objects other than strings."""
    array = np.asarray(value)
    if array.dtype == object:
        if tensor.dtype is not dtypes.string or array.size > _SMALL // 8:
            return None
        return "Const", array.shape, tuple(array.ravel().tolist())
    return ("Const", tensor.dtype, array.shape, array.tobytes()) if array.nbytes <= _SMALL else None


def _key(op: Operation, inputs: tuple[int, ...]) -> Any:
    """What equal pure ops have in common."""
    definition = op.op_def
    if definition.is_commutative and op.inputs[0].dtype is not dtypes.string:
        inputs = tuple(sorted(inputs))
    return op.type, inputs, tuple([op.attrs[name] for name in definition.attrs]), _private_attrs(op)


def _private_attrs(op: Operation) -> tuple[Any, ...]:
    """The private attributes that the kernel looks at."""
    if not has_kernel(op.type):
        return ()
    return tuple([op.attrs.get(name) for name in kernel_of(op.type).attrs if name.startswith("_")])
