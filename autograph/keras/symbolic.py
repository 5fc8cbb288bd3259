"""Tensors that describe models: what `Input` gives, and what layers give when they are called with it.

Such a tensor stands in a graph of its own, in which a call of a layer is a placeholder that knows its node, and an
operation is an operation. A model made of such tensors calls the layers, and runs the operations, on real tensors.
"""

from __future__ import annotations

from typing import Any

from autograph.keras.tensors import as_tensor
from runtime import nest
from runtime.current import current_graph
from runtime.dtypes import as_dtype
from runtime.func_graph import FuncGraph
from runtime.graph import Graph, Operation
from runtime.names import valid_op_name
from runtime.shapes import as_shape
from runtime.tensor import Tensor
from runtime.tensor_spec import TensorSpec


class _Description(Graph):
    """The graph of all descriptions. It keeps nothing: what nobody holds is freed."""

    describes_models = True

    def create_op(self, *args: Any, **kwargs: Any) -> Operation:
        """Makes the operation, which lives as long as somebody holds it."""
        op = super().create_op(*args, **kwargs)
        self._operations.pop(op.name, None)
        return op

    def _settle(self, op: Operation, name: str) -> str:
        unique = super()._settle(op, name)
        self._operations.pop(unique, None)
        return unique

    def _embed(self, eager: Any) -> Tensor:
        return self._constant_of(eager)

    def _handle_of(self, eager: Any) -> Tensor:
        resource = eager._value
        attrs = {"shared_name": "", "dtype": resource.dtype, "shape": resource.shape, "_resource": resource}
        handle = self.create_op("VarHandleOp", (), attrs, resource.name).outputs[0]
        handle.eager_handle = eager  # type: ignore[attr-defined]
        return handle


class _Singleton:
    graph: _Description | None = None


def description() -> _Description:
    """The graph of all descriptions."""
    if _Singleton.graph is None:
        _Singleton.graph = _Description()
    return _Singleton.graph


class Node:
    """A call of a layer with described tensors.

    Attributes:
        layer: the layer.
        args: its positional arguments.
        kwargs: its keyword arguments.
        outputs: the structure of what it gives.
        index: which of the layer's calls it is.
    """

    def __init__(self, layer: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.layer = layer
        self.args = args
        self.kwargs = kwargs
        self.outputs: Any = None
        self.index = len(layer._inbound_nodes)
        layer._inbound_nodes.append(self)

    @property
    def inputs(self) -> list[Tensor]:
        """The described tensors among the arguments."""
        return [leaf for leaf in nest.flatten((self.args, self.kwargs)) if is_described(leaf)]

    @property
    def flat_outputs(self) -> list[Tensor]:
        """The described tensors among the results."""
        return [leaf for leaf in nest.flatten(self.outputs) if is_described(leaf)]


class History:
    """Where a described tensor comes from: a node, and which of its outputs it is."""

    __slots__ = ("index", "node")

    def __init__(self, node: Node, index: int) -> None:
        self.node = node
        self.index = index


def is_described(value: Any) -> bool:
    """Whether a value is a tensor that describes a model."""
    return isinstance(value, Tensor) and not hasattr(value, "_value") and _is_of_description(value)


def _is_of_description(tensor: Tensor) -> bool:
    return getattr(tensor.op.graph, "describes_models", False)


def history(tensor: Tensor) -> History | None:
    """Where a described tensor comes from; None if from an operation."""
    return getattr(tensor, "_keras_history", None)


def described_tensor(shape: Any, dtype: Any, name: str) -> Tensor:
    """A new described tensor."""
    attrs = {"dtype": as_dtype(dtype), "shape": as_shape(shape)}
    return description().create_op("Placeholder", (), attrs, valid_op_name(name)).outputs[0]


def describe_call(layer: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What a layer gives for described tensors, as described tensors."""
    specs = layer.compute_output_spec(*args, **kwargs)
    node = Node(layer, args, kwargs)
    made: list[Tensor] = []

    def described(spec: Any) -> Any:
        """The tensor that stands for an output of the call."""
        if not isinstance(spec, TensorSpec):
            return spec
        tensor = described_tensor(spec.shape, spec.dtype, layer.name)
        tensor._keras_history = History(node, len(made))  # type: ignore[attr-defined]
        made.append(tensor)
        return tensor

    node.outputs = nest.map_structure(described, specs)
    return node.outputs


def output_spec(layer: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The shapes and dtypes that a layer gives, found by a trace that is thrown away.

    Args:
        layer: the layer; it gets its weights.
        args: positional arguments, with described tensors or `TensorSpec`s for tensors.
        kwargs: keyword arguments, likewise.
    """
    graph = FuncGraph("describe", current_graph())
    graph.variable_creator = lambda make: make()

    def placeholder(leaf: Any) -> Any:
        """A parameter of the trace for a tensor or its description; anything else as it is."""
        if is_described(leaf) or isinstance(leaf, TensorSpec):
            return graph.add_input(leaf.dtype, leaf.shape, "input")
        return leaf

    with graph.as_default():
        made_args, made_kwargs = nest.map_structure(placeholder, (args, kwargs))
        outputs = layer._call_now(made_args, dict(made_kwargs))
    layer._clear_losses()
    return nest.map_structure(_spec, outputs)


def _spec(leaf: Any) -> Any:
    if isinstance(leaf, Tensor):
        return TensorSpec(leaf.shape, leaf.dtype)
    return _spec(as_tensor(leaf)) if hasattr(leaf, "_as_tensor") else leaf
