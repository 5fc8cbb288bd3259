"""What a layer demands of its inputs, and the errors where they are otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from autograph.keras.backend import standardize_dtype
from autograph.keras.shapes import Shape
from runtime import nest
from runtime.shapes import as_shape


class InputSpec:
    """Demands on one input; what is None may be anything.

    Args:
        dtype: its dtype.
        shape: its shape, with None for sizes that may be anything.
        ndim: its number of axes.
        max_ndim: the largest number of axes.
        min_ndim: the least number of axes.
        axes: the sizes of some axes, by number.
        allow_last_axis_squeeze: whether a last axis of size 1 may be there or not.
        name: of the input.
        optional: whether the input may be None.
    """

    def __init__(
        self,
        dtype: Any = None,
        shape: Any = None,
        ndim: int | None = None,
        max_ndim: int | None = None,
        min_ndim: int | None = None,
        axes: Mapping[int, int | None] | None = None,
        allow_last_axis_squeeze: bool = False,
        name: str | None = None,
        optional: bool = False,
    ) -> None:
        self.dtype = None if dtype is None else standardize_dtype(dtype)
        self.shape = None if shape is None else Shape(shape)
        self.ndim = ndim if self.shape is None else len(self.shape)
        self.max_ndim = max_ndim
        self.min_ndim = min_ndim
        self.axes = {int(axis): size for axis, size in (axes or {}).items()}
        self.allow_last_axis_squeeze = allow_last_axis_squeeze
        self.name = name
        self.optional = optional

    def __repr__(self) -> str:
        said = {name: value for name, value in vars(self).items() if value}
        return f"InputSpec({', '.join(f'{name}={value}' for name, value in said.items())})"

    def problem(self, value: Any) -> str | None:
        """What is wrong with an input, in words; None if nothing."""
        if value is None and self.optional:
            return None
        if not hasattr(value, "shape"):
            return f"expected a tensor, but received {value!r}"
        dims = as_shape(value.shape).dims
        if dims is None:
            return None
        return self._problem_of_rank(dims) or self._problem_of_sizes(dims) or self._problem_of_dtype(value)

    def _problem_of_rank(self, dims: tuple[int | None, ...]) -> str | None:
        rank = len(dims)
        if self.ndim is not None and rank != self.ndim and not self.allow_last_axis_squeeze:
            return f"expected ndim={self.ndim}, found ndim={rank}. Full shape received: {dims}"
        if self.max_ndim is not None and rank > self.max_ndim:
            return f"expected max_ndim={self.max_ndim}, found ndim={rank}. Full shape received: {dims}"
        if self.min_ndim is not None and rank < self.min_ndim:
            return f"expected min_ndim={self.min_ndim}, found ndim={rank}. Full shape received: {dims}"
        return None

    def _problem_of_sizes(self, dims: tuple[int | None, ...]) -> str | None:
        for axis, size in self.axes.items():
            if size is not None and dims[axis] not in (size, None):
                return f"expected axis {axis} of input shape to have value {size}, but received input with shape {dims}"
        if self.shape is not None and not self._fits(dims):
            return f"expected shape={tuple(self.shape)}, found shape={dims}"
        return None

    def _fits(self, dims: tuple[int | None, ...]) -> bool:
        wanted = tuple(self.shape or ())
        if self.allow_last_axis_squeeze:
            wanted, dims = _without_last_one(wanted), _without_last_one(dims)
        pairs = zip(wanted, dims, strict=False)
        return len(wanted) == len(dims) and all(None in pair or pair[0] == pair[1] for pair in pairs)

    def _problem_of_dtype(self, value: Any) -> str | None:
        if self.dtype is None or standardize_dtype(value.dtype) == self.dtype:
            return None
        return f"expected dtype={self.dtype}, found dtype={standardize_dtype(value.dtype)}"


def _without_last_one(sizes: tuple[Any, ...]) -> tuple[Any, ...]:
    return sizes[:-1] if sizes and sizes[-1] == 1 else sizes


def check_inputs(specs: Any, inputs: Any, layer_name: str) -> None:
    """Checks the first argument of a layer.

    Args:
        specs: an `InputSpec`, or a structure of them.
        inputs: the argument.
        layer_name: for errors.

    Raises:
        ValueError: the inputs are otherwise; the message says which, what came and what was wanted.
    """
    flat_specs = nest.flatten(specs)
    values = _by_name(flat_specs, inputs, layer_name) if isinstance(inputs, Mapping) else nest.flatten(inputs)
    if len(values) != len(flat_specs):
        raise ValueError(
            f'Layer "{layer_name}" expects {len(flat_specs)} input(s), but it received {len(values)} input tensors.'
        )
    for number, (spec, value) in enumerate(zip(flat_specs, values, strict=True)):
        problem = None if spec is None else spec.problem(value)
        if problem is not None:
            named = f" ({spec.name!r})" if spec.name else ""
            raise ValueError(f'Input {number}{named} of layer "{layer_name}" is incompatible with the layer: {problem}')


def _by_name(specs: list[InputSpec], inputs: Mapping[str, Any], layer_name: str) -> list[Any]:
    names = [spec.name for spec in specs if spec is not None and spec.name]
    if len(names) != len(specs):
        return nest.flatten(inputs)
    missing = [name for name in names if name not in inputs]
    if missing:
        raise ValueError(
            f'Missing data for input {missing[0]!r} of layer "{layer_name}": it received a dictionary with the keys '
            f"{sorted(inputs)}, but expects {names}."
        )
    return [inputs[name] for name in names]
