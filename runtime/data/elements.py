"""Elements of datasets: structures of tensors, and what is known of them.

Tuples, named tuples, dictionaries and dataclasses are structures; a list is a tensor. A component may be a value made
of several tensors (sparse, ragged, a dataset), which then counts as those.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime import composites, nest
from runtime.dispatch import convert_to_tensor
from runtime.dtypes import DType
from runtime.shapes import TensorShape
from runtime.tensor import Tensor
from runtime.tensor_spec import TensorSpec


def as_element(value: Any) -> Any:
    """The value with tensors for leaves.

    >>> as_element((1, [2, 3]))[1].shape
    TensorShape([2])
    """
    if isinstance(value, list):
        return convert_to_tensor(value)
    pairs = nest.entries(value)
    if pairs is not None:
        return nest.rebuilt(value, [(key, as_element(child)) for key, child in pairs])
    return value if composites.parts_of(value) is not None else convert_to_tensor(value)


def parts(element: Any) -> list[Tensor]:
    """The tensors of an element, composite values taken apart."""
    return composites.expand(element)


def key_of(spec: Any) -> Any:
    """A structure of specs in a form that has a hash."""
    leaves: list[Any] = []
    return nest.skeleton(spec, leaves), tuple(leaves)


def spec_of(element: Any) -> Any:
    """The structure with a spec for each leaf: a TensorSpec, or what a composite value gives."""
    return nest.map_structure(_leaf_spec, element)


def _leaf_spec(leaf: Any) -> Any:
    if composites.parts_of(leaf) is not None:
        return leaf._spec()
    return TensorSpec(leaf.shape, leaf.dtype)


def component_specs(spec: Any) -> list[TensorSpec]:
    """The specs of the tensors of an element, composite values taken apart."""
    return composites.expand(spec)


def types(spec: Any) -> tuple[DType, ...]:
    """The dtypes of the tensors of an element."""
    return tuple([part.dtype for part in component_specs(spec)])


def shapes(spec: Any) -> tuple[TensorShape, ...]:
    """What is known of the shapes of the tensors of an element."""
    return tuple([part.shape for part in component_specs(spec)])


def attrs(spec: Any) -> dict[str, Any]:
    """The attributes of dataset ops that say what the elements are."""
    return {"output_types": types(spec), "output_shapes": shapes(spec)}


def packed(spec: Any, tensors: Sequence[Tensor]) -> Any:
    """An element of a structure, made of its tensors."""
    return composites.pack(spec, tensors)


def most_general(first: Any, second: Any) -> Any:
    """The structure of specs that fits what either fits.

    Raises:
        TypeError: the structures or dtypes differ.
    """
    nest.assert_same_structure(first, second)
    return nest.map_structure(_joined, first, second)


def _joined(a: Any, b: Any) -> Any:
    joined = a.most_specific_common_supertype([b])
    if joined is None:
        raise TypeError(f"{a} and {b} have no spec in common.")
    return joined
