"""The graph of layers between described tensors: which calls and operations make the outputs of the inputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from autograph.keras.symbolic import History, Node, history, is_described
from autograph.keras.tensors import as_tensor, mask_of, set_mask
from runtime import nest
from runtime.dispatch import apply_op
from runtime.graph import Operation
from runtime.ops.array import expand_dims, squeeze
from runtime.signature import group_inputs
from runtime.tensor import Tensor

Step = Node | Operation


class Network:
    """What leads from some described tensors to others.

    Args:
        inputs: a described tensor, or a structure of them.
        outputs: likewise.

    Attributes:
        inputs: the structure of inputs.
        outputs: the structure of outputs.
        steps: the calls of layers and the operations, in an order in which they can run.
        layers: the layers, those nearer to the inputs first.

    Raises:
        ValueError: something is no described tensor, or the outputs depend on others than the inputs.
    """

    def __init__(self, inputs: Any, outputs: Any) -> None:
        for what, structure in (("inputs", inputs), ("outputs", outputs)):
            for tensor in nest.flatten(structure):
                if not is_described(tensor):
                    raise ValueError(
                        f"All `{what}` of a model are tensors that come from `Input`, through layers. Received: "
                        f"{what}={structure!r}, with {tensor!r} of type {type(tensor).__name__} inside."
                    )
        self.inputs = inputs
        self.outputs = outputs
        self.steps: list[Step] = []
        self._first_visits: dict[int, int] = {}
        self._visit_outputs()
        self.layers = self._ordered_layers()

    @property
    def flat_inputs(self) -> list[Tensor]:
        """The inputs in order."""
        return nest.flatten(self.inputs)

    @property
    def flat_outputs(self) -> list[Tensor]:
        """The outputs in order."""
        return nest.flatten(self.outputs)

    @property
    def nodes(self) -> list[Node]:
        """The calls of layers, in an order in which they can run."""
        return [step for step in self.steps if isinstance(step, Node)]

    # ------------------------------------------------------------------------------------------ finding the way

    def _visit_outputs(self) -> None:
        done = {id(tensor): True for tensor in self.flat_inputs}
        for tensor in self.flat_outputs:
            self._visit(tensor, done)
        for tensor in self.flat_inputs:  # An input that nothing takes still has its layer.
            origin = history(tensor)
            if origin is not None:
                self._note(origin.node.layer)

    def _visit(self, tensor: Tensor, done: dict[int, bool]) -> None:
        """Adds what makes a tensor, and before it what makes its inputs; without recursion, as models may be deep."""
        stack = [tensor]
        while stack:
            current = stack[-1]
            step = _maker(current)
            if id(current) in done or id(step) in done:
                self._note_input(current)
                done[id(current)] = True
                stack.pop()
                continue
            if isinstance(step, Node):
                self._note(step.layer)
            sources = step.inputs
            if isinstance(step, Node) and not sources:
                raise ValueError(
                    f"Graph disconnected: the outputs depend on the input {step.layer.name!r} of shape "
                    f"{current.shape}, which is not among the inputs of the model."
                )
            waiting = [source for source in sources if id(source) not in done]
            if waiting:
                stack.append(waiting[0])
            else:
                self.steps.append(step)
                done[id(step)] = done[id(current)] = True
                stack.pop()

    def _note_input(self, tensor: Tensor) -> None:
        origin = history(tensor)
        if origin is not None:
            self._note(origin.node.layer)

    def _note(self, layer: Any) -> None:
        self._first_visits.setdefault(id(layer), len(self._first_visits))

    def _ordered_layers(self) -> list[Any]:
        """The layers by their distance from the outputs, far ones first; then in the order of the visit."""
        depths: dict[int, int] = {}
        layer_depths: dict[int, tuple[int, Any]] = {}
        for step in reversed(self.steps):
            depth = depths.get(id(step), 0)
            if isinstance(step, Node):
                depth = max(depth, layer_depths.get(id(step.layer), (0, None))[0])
                layer_depths[id(step.layer)] = depth, step.layer
            for source in step.inputs:
                maker = _maker(source)
                depths[id(maker)] = max(depths.get(id(maker), 0), depth + 1)
        for tensor in self.flat_inputs:
            origin = history(tensor)
            if origin is not None and not origin.node.inputs:
                depth = depths.get(id(origin.node), 0)
                layer_depths[id(origin.node.layer)] = depth, origin.node.layer
        found = sorted(layer_depths.items(), key=lambda item: (-item[1][0], self._first_visits.get(item[0], 0)))
        return [layer for _, (_, layer) in found]

    # ------------------------------------------------------------------------------------------ running

    def run(self, inputs: Any) -> Any:
        """The outputs for real tensors.

        Args:
            inputs: in the structure of the inputs.
        """
        values: dict[int, Any] = {}
        for described, value in zip(self.flat_inputs, self._matched(inputs), strict=True):
            values[id(described)] = value
        for step in self.steps:
            if isinstance(step, Node):
                _run_node(step, values)
            else:
                _run_operation(step, values)
        return nest.map_structure(lambda tensor: values[id(tensor)], self.outputs)

    def _matched(self, inputs: Any) -> list[Any]:
        """The inputs in order, by name where they come in a dictionary.

        Raises:
            ValueError: there are more or fewer, or a rank does not fit.
        """
        wanted = self.flat_inputs
        if isinstance(inputs, Mapping) and not isinstance(self.inputs, Mapping):
            missing = [name for name in map(input_name, wanted) if name not in inputs]
            if missing:
                raise ValueError(f"Missing data for input {missing[0]!r}: the keys are {sorted(inputs)}.")
            flat = [inputs[input_name(tensor)] for tensor in wanted]
        else:
            flat = nest.flatten(inputs)
        if len(flat) != len(wanted):
            names = [input_name(tensor) for tensor in wanted]
            raise ValueError(f"The model has {len(wanted)} inputs ({', '.join(names)}), but received {len(flat)}.")
        return [_adjusted(value, tensor) for value, tensor in zip(flat, wanted, strict=True)]


def input_name(tensor: Tensor) -> str:
    """The name of the layer that a described tensor comes from."""
    origin = history(tensor)
    return tensor.op.name if origin is None else str(origin.node.layer.name)


def _maker(tensor: Tensor) -> Step:
    """The call of a layer, or the operation, that makes a described tensor."""
    origin: History | None = history(tensor)
    return tensor.op if origin is None else origin.node


def _run_node(node: Node, values: dict[int, Any]) -> None:
    args, kwargs = nest.map_structure(
        lambda leaf: values[id(leaf)] if is_described(leaf) else leaf, (node.args, node.kwargs)
    )
    results = nest.flatten(node.layer(*args, **kwargs))
    for described, value in zip(nest.flatten(node.outputs), results, strict=True):
        if is_described(described):
            values[id(described)] = value


def _run_operation(op: Operation, values: dict[int, Any]) -> None:
    handle = getattr(op.outputs[0], "eager_handle", None) if op.outputs else None
    if handle is not None:
        values[id(op.outputs[0])] = handle
        return
    inputs = [values[id(tensor)] for tensor in op.inputs]
    results = apply_op(op.type, list(_grouped(op, inputs)), dict(op.attrs))
    for described, value in zip(op.outputs, results, strict=True):
        values[id(described)] = value


def _grouped(op: Operation, inputs: list[Any]) -> Iterator[Any]:
    """The inputs as the definition of the op groups them into lists."""
    for arg, group in zip(op.op_def.inputs, group_inputs(op.op_def, inputs, op.attrs), strict=True):
        yield list(group) if arg.is_list else group[0]


def _adjusted(value: Any, described: Tensor) -> Any:
    """An input with the dtype of the described one, and with a last axis of size 1 more or less if need be."""
    if value is None:
        return None
    tensor = as_tensor(value, described.dtype)
    rank, wanted = tensor.shape.rank, described.shape.rank
    if rank is not None and wanted is not None and rank != wanted:
        if rank == wanted + 1 and tensor.shape[-1] == 1:
            tensor = squeeze(tensor, -1)
        elif rank == wanted - 1 and described.shape[-1] == 1:
            tensor = expand_dims(tensor, -1)
        else:
            raise ValueError(
                f"Invalid input shape for input {input_name(described)!r}: expected shape {described.shape}, but the "
                f"input has incompatible shape {tensor.shape}."
            )
    if tensor is not value:
        set_mask(tensor, mask_of(value))
    return tensor
