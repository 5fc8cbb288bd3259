"""The gradient of Einsum, which is an Einsum again.

    ab,bc->ac    =>    da = Einsum(ac,bc->ab; g, b)

A label that only the operand has was summed over, so the gradient is repeated along it; a label that the operand has
twice takes a diagonal, so the gradient is put on one.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any

from runtime.gradients.broadcast import shape_of, stretched_axes, summed_to
from runtime.gradients.joining import size_along
from runtime.gradients.table import Gradients, conj, op, wants
from runtime.registry import gradient
from runtime.tensor import Tensor


@gradient("Einsum")
@wants
def _einsum(operation: Any, g: Tensor, *, wanted: Sequence[bool]) -> Gradients:
    labels, result = _labels(operation)
    found: list[Tensor | None] = []
    for i, (x, own) in enumerate(zip(operation.inputs, labels, strict=True)):
        others = [(conj(y), y_labels) for j, (y, y_labels) in enumerate(zip(operation.inputs, labels, strict=True)) if i != j]
        found.append(_of_operand(g, result, x, own, others) if wanted[i] else None)
    return found


def _labels(operation: Any) -> tuple[list[str], str]:
    """The labels of each operand and of the result, with letters of their own for the axes of an ellipsis."""
    equation = operation.attrs["equation"]
    text = (equation.decode() if isinstance(equation, bytes) else equation).replace(" ", "")
    sides = text.partition("->")
    terms, result = sides[0].split(","), sides[2]
    free = [letter for letter in string.ascii_letters if letter not in text]
    widths = [_width(x, term) for x, term in zip(operation.inputs, terms, strict=True)]
    spread = "".join(free[: max(widths)])
    full = [term.replace("...", spread[len(spread) - width :]) for term, width in zip(terms, widths, strict=True)]
    return full, result.replace("...", spread)


def _width(x: Tensor, term: str) -> int:
    """How many axes the ellipsis of a term stands for."""
    if "..." not in term:
        return 0
    if x.shape.rank is None:
        raise LookupError(f"The gradient of an Einsum with an ellipsis needs known ranks: {x!r}.")
    return x.shape.rank - len(term.replace("...", ""))


def _of_operand(g: Tensor, result: str, x: Tensor, own: str, others: Sequence[tuple[Tensor, str]]) -> Tensor:
    unique = "".join(dict.fromkeys(own))
    present = "".join(label for label in unique if label in result or any(label in labels for _, labels in others))
    equation = ",".join([result, *[labels for _, labels in others]]) + "->" + present
    found = op("Einsum", [g, *[y for y, _ in others]], equation=equation)
    if len(unique) < len(own):
        return _on_diagonals(found, present, x, own)
    for axis, label in enumerate(own):
        if label not in present:
            found = op("ExpandDims", found, axis)
    if len(present) < len(own):
        return op("BroadcastTo", found, shape_of(x))
    return summed_to(found, x, stretched_axes(x, found)[0])


def _on_diagonals(g: Tensor, labels: str, x: Tensor, own: str) -> Tensor:
    """`g` times the indicator that the positions of equal labels are equal."""
    free = iter(letter for letter in string.ascii_letters if letter not in own)
    renamed, operands, terms = "", [g], [labels]
    for axis, label in enumerate(own):
        if label in own[:axis]:
            other = next(free)
            operands.append(_identity(x, axis))
            terms.append(label + other)
            renamed += other
        else:
            if label not in labels:
                operands.append(op("Fill", op("Reshape", size_along(x, axis), [1]), x.dtype.as_numpy_dtype(1)))
                terms.append(label)
            renamed += label
    return op("Einsum", operands, equation=",".join(terms) + "->" + renamed)


def _identity(x: Tensor, axis: int) -> Tensor:
    return op("MatrixDiag", op("Fill", op("Reshape", size_along(x, axis), [1]), x.dtype.as_numpy_dtype(1)))
