"""Functions applied along the first axis: `map_fn`, `vectorized_map`, `foldl`, `foldr`, `scan`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from runtime import dtypes, nest
from runtime.dispatch import convert_to_tensor
from runtime.dtypes import DType
from runtime.func_graph import FuncGraph
from runtime.functional import home_of
from runtime.ops.array import shape
from runtime.ops.control_flow import while_loop
from runtime.scopes import in_name_scope
from runtime.shapes import UNKNOWN, TensorShape
from runtime.tensor import Tensor
from runtime.tensor_array import TensorArray
from runtime.tensor_spec import TensorSpec


class _Elements:
    """Tensors in a structure, read slice by slice along their first axes, which are of one size.

    Attributes:
        structure: what the user gave.
        tensors: the tensors in it.
        size: the static size of the first axes, or None.
        count: that size as an int or i32[].
    """

    def __init__(self, structure: Any, function: str) -> None:
        self.structure = structure
        self.tensors = [convert_to_tensor(leaf) for leaf in nest.flatten(structure)]
        if not self.tensors:
            raise ValueError(f"{function}() needs at least one tensor in elems.")
        for tensor in self.tensors:
            if tensor.shape.rank == 0:
                raise ValueError(f"elems of {function}() must have a first axis to go along: {tensor!r} is a scalar.")
        sizes = {tensor.shape[0] or 0 for tensor in self.tensors if tensor.shape[:1].is_fully_defined()}
        if len(sizes) > 1:
            raise ValueError(f"elems of {function}() must be of one size along the first axis, not of {sorted(sizes)}.")
        self.size = next(iter(sizes), None)
        self.count: Any = shape(self.tensors[0])[0] if self.size is None else self.size
        self._arrays = [TensorArray(t.dtype, size=self.count, infer_shape=False).unstack(t) for t in self.tensors]

    def __getitem__(self, index: Any) -> Any:
        """The slices at an index, in the structure."""
        slices = [array.read(index) for array in self._arrays]
        for piece, tensor in zip(slices, self.tensors, strict=True):
            piece.set_shape(tensor.shape[1:])
        return nest.pack_sequence_as(self.structure, slices)

    def array(self, dtype: DType, infer_shape: bool, element_shape: Any) -> TensorArray:
        """An array for one result for each slice."""
        return TensorArray(dtype, self.count, infer_shape=infer_shape, element_shape=element_shape)

    def stacked(self, arrays: Sequence[TensorArray]) -> list[Tensor]:
        """The elements of arrays as tensors whose first axes are of this size."""
        results = [array.stack() for array in arrays]
        for result in results:
            if result.shape.rank is not None:
                result.set_shape(TensorShape([self.size]).concatenate(result.shape[1:]))
        return results


@in_name_scope("map")
def map_fn(
    fn: Callable[[Any], Any],
    elems: Any,
    dtype: Any = None,
    parallel_iterations: int | None = None,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    name: str | None = None,
    fn_output_signature: Any = None,
) -> Any:
    """What a function returns for each slice along the first axis, stacked.

    Args:
        fn: takes a slice in the structure of `elems`; returns tensors in any structure.
        elems: a tensor, or a structure of tensors of one size along the first axis.
        dtype: the older name of `fn_output_signature`.
        parallel_iterations: kept for TensorFlow.
        back_prop: accepted for compatibility; gradients can always be taken.
        swap_memory: accepted for compatibility.
        infer_shape: all results have one shape.
        name: for the operations.
        fn_output_signature: dtypes (or specs) of what `fn` returns, in its structure; by default those of `elems`.

    Raises:
        ValueError: the tensors have no first axis, or are of different sizes along it.
        TypeError, ValueError: `fn` returns another dtype or structure than was declared.

    >>> map_fn(lambda x: x * x, convert_to_tensor([1, 2, 3])).tolist()
    [1, 4, 9]
    >>> map_fn(lambda x: x / 2, convert_to_tensor([1, 2]), fn_output_signature="float64").tolist()
    [0.5, 1.0]
    """
    elements = _Elements(elems, "map_fn")
    declared = fn_output_signature if fn_output_signature is not None else dtype
    if declared is None:
        declared = nest.pack_sequence_as(elems, [tensor.dtype for tensor in elements.tensors])
    kinds = nest.flatten(declared)
    if elements.size == 0:  # No result will tell the shapes.
        known = _results(_traced(fn, elements), declared, "fn")
        kinds = [TensorSpec(result.shape, _dtype_of(kind)) for kind, result in zip(kinds, known, strict=True)]
    results = [elements.array(_dtype_of(kind), infer_shape, getattr(kind, "shape", None)) for kind in kinds]

    def step(index: Any, arrays: Any) -> tuple[Any, list[TensorArray]]:
        """One turn: the function of an element, written to its place."""
        values = _results(fn(elements[index]), declared, "fn")
        return index + 1, [array.write(index, value) for array, value in zip(arrays, values, strict=True)]

    _, results = while_loop(
        lambda index, _: index < elements.count,
        step,
        (0, results),
        parallel_iterations=parallel_iterations or 10,
        maximum_iterations=elements.size,
    )
    return nest.pack_sequence_as(declared, elements.stacked(results))


def _dtype_of(kind: Any) -> DType:
    return dtypes.as_dtype(getattr(kind, "dtype", kind))


def _results(returned: Any, declared: Any, what: str) -> list[Any]:
    try:
        nest.assert_same_structure(declared, returned)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{what} returned another structure than was declared: {error}") from None
    return nest.flatten(returned)


def vectorized_map(fn: Callable[[Any], Any], elems: Any, fallback_to_while_loop: bool = True, warn: bool = True) -> Any:
    """What a function returns for each slice along the first axis, stacked (see `map_fn`), of whatever dtype.

    Args:
        fn: takes a slice in the structure of `elems`; returns tensors in any structure. Traced once more, to see what.
        elems: a tensor, or a structure of tensors of one size along the first axis.
        fallback_to_while_loop: accepted for compatibility; a loop it is.
        warn: accepted for compatibility.

    >>> vectorized_map(lambda x: x / 2, convert_to_tensor([1, 2])).tolist()
    [0.5, 1.0]
    """
    results = _traced(fn, _Elements(elems, "vectorized_map"))
    return map_fn(fn, elems, fn_output_signature=nest.map_structure(lambda tensor: tensor.dtype, results))


def _traced(fn: Callable[[Any], Any], elements: _Elements) -> Any:
    """What the function returns, as symbolic tensors."""
    graph = FuncGraph("traced", outer_graph=home_of(elements.tensors))
    inputs = [graph.add_input(t.dtype, t.shape[1:], handle_data=t.handle_data) for t in elements.tensors]
    with graph.as_default():
        return nest.map_structure(convert_to_tensor, fn(nest.pack_sequence_as(elements.structure, inputs)))


# ---------------------------------------------------------------------------------------------- folds


@in_name_scope("foldl")
def foldl(
    fn: Callable[[Any, Any], Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """A value that a function combines with each slice along the first axis, from the first to the last.

    Args:
        fn: takes the value so far and a slice in the structure of `elems`; returns the next value.
        elems: a tensor, or a structure of tensors of one size along the first axis.
        initializer: the first value; by default the first slice.
        parallel_iterations: kept for TensorFlow.
        back_prop: accepted for compatibility; gradients can always be taken.
        swap_memory: accepted for compatibility.
        name: for the operations.

    Raises:
        ValueError: the tensors have no first axis, or are of different sizes along it.
        TypeError: `fn` returns another dtype than the value had.

    >>> int(foldl(lambda total, x: total * 10 + x, convert_to_tensor([1, 2, 3])))
    123
    """
    return _fold(_Elements(elems, "foldl"), fn, initializer, False, parallel_iterations)


@in_name_scope("foldr")
def foldr(
    fn: Callable[[Any, Any], Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """A value that a function combines with each slice, from the last to the first (see `foldl`).

    >>> int(foldr(lambda total, x: total * 10 + x, convert_to_tensor([1, 2, 3])))
    321
    """
    return _fold(_Elements(elems, "foldr"), fn, initializer, True, parallel_iterations)


def _fold(elements: _Elements, fn: Callable[[Any, Any], Any], initial: Any, backward: bool, parallel: int) -> Any:
    start = 0 if initial is not None else 1
    last = elements.count - 1

    def place(step: Any) -> Any:
        """Which element a turn takes."""
        return last - step if backward else step

    value = elements[place(0)] if initial is None else nest.map_structure(convert_to_tensor, initial)
    _, value = while_loop(
        lambda step, _: step < elements.count,
        lambda step, total: (step + 1, fn(total, elements[place(step)])),
        (start, value),
        parallel_iterations=parallel,
    )
    return value


@in_name_scope("scan")
def scan(
    fn: Callable[[Any, Any], Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    reverse: bool = False,
    name: str | None = None,
) -> Any:
    """All the values of a fold (see `foldl`), stacked: what the function returned at each slice.

    Args:
        fn: takes the value so far and a slice in the structure of `elems`; returns the next value.
        elems: a tensor, or a structure of tensors of one size along the first axis.
        initializer: the value before the first slice; by default the first slice is the first value.
        parallel_iterations: kept for TensorFlow.
        back_prop: accepted for compatibility; gradients can always be taken.
        swap_memory: accepted for compatibility.
        infer_shape: all values have one shape.
        reverse: from the last slice to the first; each value stands where its slice did.
        name: for the operations.

    Raises:
        ValueError: the tensors have no first axis, or are of different sizes along it.
        TypeError: `fn` returns another dtype than the value had.

    >>> scan(lambda total, x: total + x, convert_to_tensor([1, 2, 3])).tolist()
    [1, 3, 6]
    >>> scan(lambda total, x: total + x, convert_to_tensor([1, 2, 3]), reverse=True).tolist()
    [6, 5, 3]
    """
    elements = _Elements(elems, "scan")
    last = elements.count - 1

    def place(step: Any) -> Any:
        """Which element a turn takes, and where it writes."""
        return last - step if reverse else step

    value = elements[place(0)] if initializer is None else nest.map_structure(convert_to_tensor, initializer)
    leaves = [convert_to_tensor(leaf) for leaf in nest.flatten(value)]
    shapes = [tensor.shape if infer_shape else UNKNOWN for tensor in leaves]
    arrays = [elements.array(t.dtype, infer_shape, known) for t, known in zip(leaves, shapes, strict=True)]
    if initializer is None:
        arrays = [array.write(place(0), leaf) for array, leaf in zip(arrays, leaves, strict=True)]

    def step(number: Any, total: Any, written: Any) -> tuple[Any, Any, list[TensorArray]]:
        """One turn: the function of what has come so far and an element, written to its place."""
        here = place(number)
        following = fn(total, elements[here])
        pairs = zip(written, _results(following, value, "fn"), strict=True)
        return number + 1, following, [array.write(here, v) for array, v in pairs]

    start = (0 if initializer is not None else 1, value, arrays)
    _, _, arrays = while_loop(
        lambda number, *_: number < elements.count, step, start, parallel_iterations=parallel_iterations
    )
    return nest.pack_sequence_as(value, elements.stacked(arrays))
