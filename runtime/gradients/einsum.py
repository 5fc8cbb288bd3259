"""The gradient of Einsum, which is made of Einsums again.

    ab,bc->ac    =>    da = Einsum(ac,bc->ab; g, b)

A label that only the operand has was summed over, so the gradient is repeated along it: a product with ones. A label
that the operand has twice took a diagonal, so the gradient is put on one: a product with an identity matrix.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.gradients.broadcast import stretched_axes, summed_to
from runtime.gradients.joining import size_along
from runtime.gradients.table import Gradients, conj, op, wants
from runtime.registry import gradient
from runtime.tensor import Tensor

_ELLIPSIS = "..."


@gradient("Einsum")
@wants
def _einsum(operation: Any, g: Tensor, *, wanted: Sequence[bool]) -> Gradients:
    equation = operation.attrs["equation"]
    text = (equation.decode() if isinstance(equation, bytes) else equation).replace(" ", "")
    sides = text.partition("->")
    terms = list(zip(operation.inputs, sides[0].split(","), strict=True))
    found: list[Tensor | None] = []
    for i, (x, own) in enumerate(terms):
        others = [(conj(y), labels) for j, (y, labels) in enumerate(terms) if i != j]
        found.append(_of_operand(g, sides[2], x, own, others) if wanted[i] else None)
    return found


def _of_operand(g: Tensor, result: str, x: Tensor, own: str, others: Sequence[tuple[Tensor, str]]) -> Tensor:
    labels = own.replace(_ELLIPSIS, "")
    available = "".join([result, *[other for _, other in others]])
    spread = _ELLIPSIS if _ELLIPSIS in available else ""
    present = spread + "".join(label for label in dict.fromkeys(labels) if label in available)
    equation = ",".join([result, *[other for _, other in others]]) + "->" + present
    found = op("Einsum", [g, *[y for y, _ in others]], equation=equation)
    found = _completed(found, present, x, own)
    model = _ellipsis_first(x, own)
    found = summed_to(found, model, stretched_axes(model, found)[0])
    return found if model is x else op("Transpose", found, np.argsort(_order(x, own)).astype(np.int32))


def _completed(found: Tensor, present: str, x: Tensor, own: str) -> Tensor:
    """`found`, whose axes have the labels `present`, with all labels of `own` in their order after the ellipsis."""
    free = iter(letter for letter in string.ascii_letters if letter not in own + present)
    wanted = _ELLIPSIS if _ELLIPSIS in present else ""
    for position, label in enumerate(_axis_labels(x, own)):
        if not label:
            continue
        if label in wanted:
            other = next(free)
            found, present = _times(found, present, op("MatrixDiag", _ones(x, position)), label + other)
            wanted += other
            continue
        if label not in present:
            found, present = _times(found, present, _ones(x, position), label)
        wanted += label
    return found if present == wanted else op("Einsum", [found], equation=f"{present}->{wanted}")


def _times(found: Tensor, present: str, factor: Tensor, labels: str) -> tuple[Tensor, str]:
    result = present + "".join(label for label in labels if label not in present)
    return op("Einsum", [found, factor], equation=f"{present},{labels}->{result}"), result


def _ones(x: Tensor, axis: int) -> Tensor:
    size = size_along(x, axis)
    return op("Fill", op("Reshape", np.int32(size) if isinstance(size, int) else size, [1]), x.dtype.as_numpy_dtype(1))


def _axis_labels(x: Tensor, own: str) -> list[str]:
    """The label of each axis of `x`, "" for those of the ellipsis."""
    if _ELLIPSIS not in own:
        return list(own)
    before, _, after = own.partition(_ELLIPSIS)
    if x.shape.rank is None:
        raise LookupError(f"The gradient of an Einsum with an ellipsis needs known ranks: {x!r}.")
    return [*before, *[""] * (x.shape.rank - len(before) - len(after)), *after]


def _order(x: Tensor, own: str) -> list[int]:
    """The axes, those of the ellipsis first."""
    labels = _axis_labels(x, own)
    return sorted(range(len(labels)), key=lambda axis: labels[axis] != "")


def _ellipsis_first(x: Tensor, own: str) -> Tensor:
    if _ELLIPSIS not in own or own.startswith(_ELLIPSIS):
        return x
    return op("Transpose", x, np.array(_order(x, own), np.int32))
