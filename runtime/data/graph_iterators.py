"""Iterators that are operations of a graph, as TensorFlow 1 has them: each run of `get_next` takes one element."""

from __future__ import annotations

from typing import Any

from runtime import nest
from runtime.current import current_graph
from runtime.data import elements
from runtime.data.iterator import Iterator
from runtime.dispatch import apply_one, apply_op, get_default_graph
from runtime.func_graph import FuncGraph
from runtime.tensor import Tensor


class GraphIterator(Iterator):
    """An iterator that may be told which dataset to run through.

    >>> from runtime import Graph, Session
    >>> from runtime.data import Dataset
    >>> with Graph().as_default():
    ...     iterator = make_initializable_iterator(Dataset.range(3))
    ...     element = iterator.get_next()
    ...     with Session() as session:
    ...         session.run(iterator.initializer)
    ...         [int(session.run(element)) for _ in range(3)]
    [0, 1, 2]
    """

    @staticmethod
    def from_structure(
        output_types: Any, output_shapes: Any = None, shared_name: str | None = None, output_classes: Any = None
    ) -> GraphIterator:
        """An iterator of no dataset yet, over elements of these dtypes and shapes (see `make_initializer`)."""
        from runtime.data.sources import signature

        return _uninitialized(signature(output_types, output_shapes), shared_name)

    def make_initializer(self, dataset: Any, name: str | None = None) -> Any:
        """The operation that begins a run through a dataset.

        Raises:
            TypeError: the elements are of other dtypes or structures.
        """
        nest.assert_same_structure(self.element_spec, dataset.element_spec)
        if elements.types(self.element_spec) != elements.types(dataset.element_spec):
            raise TypeError(f"Expected elements {self.element_spec}, but the dataset has {dataset.element_spec}.")
        return apply_op("MakeIterator", [dataset._variant_tensor, self._handle], None, name or "make_initializer")


def _uninitialized(spec: Any, shared_name: str | None) -> GraphIterator:
    attrs = {**elements.attrs(spec), "shared_name": shared_name or "", "container": ""}
    graph = current_graph() or get_default_graph()
    with graph.as_default():
        return GraphIterator(apply_one("IteratorV2", [], attrs), spec)


def make_initializable_iterator(dataset: Any, shared_name: str | None = None) -> GraphIterator:
    """An iterator over a dataset of a graph, whose `initializer` begins a run.

    Args:
        dataset: a dataset.
        shared_name: lets iterators share their state in a session.
    """
    iterator = _uninitialized(dataset.element_spec, shared_name)
    with iterator._handle.graph.as_default():
        iterator.initializer = iterator.make_initializer(dataset)
    return iterator


def make_one_shot_iterator(dataset: Any) -> Iterator:
    """An iterator over a dataset that begins by itself and runs once.

    Args:
        dataset: a dataset that depends on no placeholder.

    Raises:
        ValueError: it depends on a placeholder.
    """
    if current_graph() is None and isinstance(dataset._variant_tensor, Tensor) and _is_eager(dataset._variant_tensor):
        return iter(dataset)  # type: ignore[no-any-return]
    factory = FuncGraph("dataset_factory", None)
    with factory.as_default():
        factory.outputs = [_copied(dataset._variant_tensor, {})]
    factory.finalize()
    attrs = {**elements.attrs(dataset.element_spec), "dataset_factory": factory}
    with (current_graph() or dataset._variant_tensor.graph).as_default():
        return GraphIterator(apply_one("OneShotIterator", [], attrs), dataset.element_spec)


def _is_eager(tensor: Tensor) -> bool:
    return hasattr(tensor, "_value")


def _copied(tensor: Tensor, done: dict[Tensor, Tensor]) -> Tensor:
    """The tensor made again in the current graph, with all that it depends on."""
    if _is_eager(tensor):
        return tensor
    if tensor not in done:
        op = tensor.op
        if op.type in ("Placeholder", "PlaceholderWithDefault"):
            raise ValueError(
                f"Cannot capture a placeholder (name:{op.name}, type:{op.type}) by value: a one-shot iterator runs its "
                f"dataset by itself. Use make_initializable_iterator(...)."
            )
        inputs = [_copied(each, done) for each in op.inputs]
        made: Any = current_graph().create_op(op.type, inputs, dict(op.attrs), op.name)  # type: ignore[union-attr]
        done.update(zip(op.outputs, made.outputs, strict=True))
    return done[tensor]
