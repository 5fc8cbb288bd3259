"""Gradients of Fourier transforms: where y = F x, x gets F* times the gradient of y."""

from __future__ import annotations

from collections.abc import Sequence

from runtime import dtypes
from runtime.dispatch import apply_one, convert_to_tensor
from runtime.graph import Operation
from runtime.registry import gradient
from runtime.tensor import Tensor

Grads = Sequence[Tensor | None]


def _sizes(x: Tensor, rank: int) -> Tensor:
    """The sizes of the last axes."""
    return apply_one("Shape", [x])[-rank:]


def _count(sizes: Tensor, dtype: dtypes.DType) -> Tensor:
    return apply_one("Cast", [apply_one("Prod", [sizes, convert_to_tensor(0)])], {"DstT": dtype})


def _complex(rank: int, suffix: str) -> None:
    @gradient(f"FFT{suffix}")
    def fft(op: Operation, grad: Tensor) -> Grads:
        """The inverse transform of the gradient, which divides by the number of elements, times that number."""
        return [apply_one(f"IFFT{suffix}", [grad]) * _count(_sizes(grad, rank), grad.dtype)]

    @gradient(f"IFFT{suffix}")
    def ifft(op: Operation, grad: Tensor) -> Grads:
        """The transform of the gradient by the number of elements."""
        return [apply_one(f"FFT{suffix}", [grad]) / _count(_sizes(grad, rank), grad.dtype)]


def _real(rank: int, suffix: str) -> None:
    @gradient(f"RFFT{suffix}")
    def rfft(op: Operation, grad: Tensor) -> Grads:
        """The frequencies that the transform leaves out have no gradient; the rest transforms back."""
        x, length = op.inputs
        full = _fitted(grad, length, rank)
        back = apply_one(f"IFFT{suffix}", [full]) * _count(length, grad.dtype)
        real = apply_one("Real", [back], {"Tout": x.dtype})
        return [_fitted(real, _sizes(x, rank), rank), None]

    @gradient(f"IRFFT{suffix}")
    def irfft(op: Operation, grad: Tensor) -> Grads:
        """A frequency that stands for its mirror image, too, counts twice."""
        x, length = op.inputs
        forward = apply_one(f"RFFT{suffix}", [grad, length], {"Tcomplex": x.dtype})
        weights = apply_one("Cast", [_weights(length[-1])], {"DstT": x.dtype})
        return [_fitted(forward * weights / _count(length, x.dtype), _sizes(x, rank), rank), None]


def _weights(length: Tensor) -> Tensor:
    """How often each of the frequencies stands in a spectrum of that many: 1 for the first and middle one, else 2."""
    zero, one = convert_to_tensor(0), convert_to_tensor(1)
    place = apply_one("Range", [zero, length // 2 + one, one])
    single = apply_one("LogicalOr", [apply_one("Equal", [place, zero]), apply_one("Equal", [place * 2, length])])
    return apply_one("SelectV2", [single, one, convert_to_tensor(2)])


def _fitted(x: Tensor, sizes: Tensor, rank: int) -> Tensor:
    """A tensor whose last axes are cut, or filled up with zeros, to these sizes."""
    from runtime.ops.joining import concat

    shape = apply_one("Shape", [x])
    own = shape[-rank:]
    begin = apply_one("ZerosLike", [shape])
    kept = apply_one("Slice", [x, begin, concat([shape[:-rank], apply_one("Minimum", [own, sizes])], 0)])
    missing = apply_one("Maximum", [sizes - own, apply_one("ZerosLike", [own])])
    after = concat([apply_one("ZerosLike", [shape[:-rank]]), missing], 0)
    paddings = apply_one("Pack", [[begin, after]], {"axis": 1})
    return apply_one("Pad", [kept, paddings])


for _number, _name in ((1, ""), (2, "2D"), (3, "3D")):
    _complex(_number, _name)
    _real(_number, _name)
