"""Shape rules of Fourier transforms."""

from __future__ import annotations

from runtime.constant_value import constant_value
from runtime.errors import InvalidArgumentError
from runtime.graph import Operation
from runtime.registry import shape_rule
from runtime.shapes import UNKNOWN, TensorShape


def _rank(op: Operation) -> int:
    return {"2D": 2, "3D": 3}.get(op.type[-2:], 1)


def _check(op: Operation) -> TensorShape:
    shape = op.inputs[0].shape
    if shape.rank is not None and shape.rank < _rank(op):
        raise InvalidArgumentError(f"Input must have rank of at least {_rank(op)} but got: {shape}")
    return shape


@shape_rule("FFT", "IFFT", "FFT2D", "IFFT2D", "FFT3D", "IFFT3D")
def same(op: Operation) -> list[TensorShape]:
    """The shape of the input, which has as many dimensions as are transformed, or more."""
    return [_check(op)]


@shape_rule("RFFT", "IRFFT", "RFFT2D", "IRFFT2D", "RFFT3D", "IRFFT3D")
def real(op: Operation) -> list[TensorShape]:
    """The sizes in `length` in place of the last dimensions; the last of a spectrum is length

    2 + 1.
    """
    shape, rank, length = _check(op), _rank(op), constant_value(op.inputs[1])
    if shape.rank is None:
        return [UNKNOWN]
    sizes: list[int | None] = [None] * rank if length is None else length.tolist()
    if op.type.startswith("R") and sizes[-1] is not None:
        sizes[-1] = sizes[-1] // 2 + 1 if sizes[-1] else 0
    return [shape[: shape.rank - rank].concatenate(sizes)]
