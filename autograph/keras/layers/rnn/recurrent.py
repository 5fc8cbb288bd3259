"""RNN: a layer that runs a cell over the steps of its inputs."""

from __future__ import annotations

from typing import Any

from autograph.keras.calling import as_called
from autograph.keras.layers.call_signature import call_signature
from autograph.keras.layers.layer import Layer, deserialized
from autograph.keras.layers.rnn import loops
from autograph.keras.layers.rnn.cells import Cell, StackedRNNCells
from autograph.keras.serialization import serialize_keras_object
from autograph.keras.shapes import Shape
from autograph.keras.tensors import as_tensor
from runtime import nest
from runtime.current import init_scope
from runtime.ops.array import shape as shape_tensor
from runtime.ops.array import transpose
from runtime.ops.casts import cast
from runtime.ops.creation import zeros, zeros_like
from runtime.ops.joining import unstack
from runtime.ops.layout import reverse
from runtime.scopes import name_scope
from runtime.tensor import Tensor
from runtime.variables import Variable

OPTIONS = ("return_sequences", "return_state", "go_backwards", "stateful", "unroll")
"""The options of a recurrent layer that are not those of its cell."""


class RNN(Layer):
    """Runs a cell over the steps of [batch, steps, features].

    Args:
        cell: an object with `call(inputs, states)`, which gives an output and new states, and with `state_size`; or a
            list of such, on top of each other.
        return_sequences: whether to give the outputs of all steps, and not of the last only.
        return_state: whether to give the last states, too.
        go_backwards: whether the last step comes first.
        stateful: whether each batch goes on with the states of the last one.
        unroll: whether each step has operations of its own in a graph, instead of a loop.
        zero_output_for_mask: whether outputs of steps that do not count are zeros, and not those before.
        **kwargs: see `Layer`.

    Raises:
        ValueError: the cell lacks something.
    """

    return_sequences: bool
    return_state: bool
    go_backwards: bool
    stateful: bool
    unroll: bool
    zero_output_for_mask: bool
    _SKIPPED = Layer._SKIPPED | {"states"}

    def __init__(
        self,
        cell: Any,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        zero_output_for_mask: bool = False,
        **kwargs: Any,
    ) -> None:
        options = dict(locals())
        cell = StackedRNNCells(cell) if isinstance(cell, list | tuple) else cell
        if not hasattr(cell, "call") or not hasattr(cell, "state_size"):
            raise ValueError(f"Argument `cell` should have a `call` method and a `state_size`, not {cell!r}.")
        super().__init__(**kwargs)
        self.cell = cell
        self._configure_from(options, *OPTIONS, "zero_output_for_mask")
        self.supports_masking = True
        self.states: list[Variable] | None = None

    # ------------------------------------------------------------------------------------------ shapes and states

    @property
    def state_size(self) -> list[Any]:
        """The sizes of the states."""
        size = self.cell.state_size
        return list(size) if isinstance(size, list | tuple) else [size]

    @property
    def _output_size(self) -> int:
        size = getattr(self.cell, "output_size", None) or self.state_size[0]
        return int(size)

    def build(self, sequences_shape: Shape, initial_state_shape: Any = None) -> None:
        """Makes the weights of the cell, and the states of a stateful layer.

        Raises:
            ValueError: the layer is stateful, and the size of the batch is not known.
        """
        if isinstance(self.cell, Layer) and not self.cell.built:
            self.cell._build_with(Shape((sequences_shape[0], *sequences_shape[2:])), {})
        if self.stateful and self.states is None:
            batch = sequences_shape[0]
            if batch is None:
                raise ValueError(
                    f"When using `stateful=True` in a RNN, the batch size must be static. Found dynamic batch size: "
                    f"sequence.shape={sequences_shape}. Give the model Input(batch_shape=...)."
                )
            first = nest.flatten(self.get_initial_state(batch))
            name = f"{self._path()}/rnn_state"
            with init_scope(), name_scope(None):
                self.states = [Variable(zeros_like(state), trainable=False, name=name) for state in first]
        self.built = True

    def compute_output_shape(self, sequences_shape: Any, initial_state_shape: Any = None) -> Any:
        """The shape of outputs."""
        batch, steps = sequences_shape[0], sequences_shape[1]
        output = Shape((batch, steps, self._output_size) if self.return_sequences else (batch, self._output_size))
        if not self.return_state:
            return output
        return [output, *nest.map_structure(lambda size: Shape((batch, size)), self.state_size)]

    def compute_mask(self, inputs: Any, previous_mask: Any) -> Any:
        """The mask of the inputs if all outputs are given, None otherwise."""
        mask = nest.flatten(previous_mask)[0] if self.return_sequences else None
        return [mask, *[None] * len(nest.flatten(self.state_size))] if self.return_state else mask

    def get_initial_state(self, batch_size: Any) -> list[Any]:
        """States of zeros for a batch."""
        if hasattr(self.cell, "get_initial_state"):
            return list(loops.as_tuple(self.cell.get_initial_state(batch_size=batch_size)))
        return [zeros([batch_size, size], self.compute_dtype) for size in self.state_size]

    def reset_state(self) -> None:
        """Sets the states of a stateful layer to zeros."""
        for state in self.states or ():
            state.assign(zeros_like(state.read_value()), read_value=False)

    reset_states = reset_state

    # ------------------------------------------------------------------------------------------ running

    def call(self, sequences: Any, initial_state: Any = None, mask: Any = None, training: Any = False) -> Any:
        """[batch, steps, features] → [batch, units], or [batch, steps, units] with `return_sequences`."""
        states = self._first_states(sequences, initial_state)
        steps, mask = self._by_step(sequences, mask)
        output, states = self._run(steps, mask, states, training)
        if self.stateful and self.states is not None:
            for variable, state in zip(self.states, nest.flatten(states), strict=True):
                variable.assign(state, read_value=False)
        if self.return_sequences:
            output = self._by_batch(output, sequences)
        return [output, *states] if self.return_state else output

    def _first_states(self, sequences: Tensor, given: Any) -> Any:
        if given is None and self.stateful:
            given = nest.pack_sequence_as(list(self.get_initial_state(1)), [v.read_value() for v in self.states or ()])
        if given is None:
            size = sequences.shape[0]
            given = self.get_initial_state(shape_tensor(sequences)[0] if size is None else size)
        return loops.as_tuple(nest.map_structure(lambda state: as_tensor(state, self.compute_dtype), given))

    def _by_step(self, sequences: Tensor, mask: Any) -> tuple[Any, Any]:
        """Inputs and mask with the steps first, in the order in which they are taken."""
        mask = nest.flatten(mask)[0] if mask is not None else None
        steps = transpose(sequences, [1, 0, *range(2, sequences.shape.rank or 2)])
        mask = None if mask is None else transpose(cast(mask, "bool"))
        if self.go_backwards:
            steps, mask = reverse(steps, [0]), None if mask is None else reverse(mask, [0])
        return steps, mask

    def _by_batch(self, outputs: Tensor, sequences: Tensor) -> Tensor:
        """Outputs with the batch first."""
        result = transpose(outputs, [1, 0, *range(2, outputs.shape.rank or 3)])
        result.set_shape([sequences.shape[0], sequences.shape[1], *result.shape[2:]])
        return result

    def _run(self, steps: Tensor, mask: Any, states: Any, training: Any) -> tuple[Any, Any]:
        cell = self.cell
        if not isinstance(cell, Cell):
            return self._loop(self._advance_of(training), steps, mask, states)
        cell.begin(steps[0], states[0], training)
        try:
            return self._loop(cell.advance, cell.prepare(steps), mask, states)
        finally:
            cell.end()

    def _advance_of(self, training: Any) -> Any:
        """One step of any cell."""
        cell = self.cell
        takes_training = isinstance(cell, Layer) and call_signature(type(cell)).takes_training

        def advance(inputs: Any, states: Any) -> tuple[Any, Any]:
            """One step of the cell: the output, and the states as a tuple."""
            given = list(states)
            output, after = cell(inputs, given, training=training) if takes_training else cell(inputs, given)
            return output, loops.as_tuple(after)

        return advance

    def _loop(self, advance: Any, steps: Any, mask: Any, states: Any) -> tuple[Any, Any]:
        before = self._output_before(steps, states)
        if self.unroll:
            if steps.shape[0] is None:
                raise ValueError("Cannot unroll a RNN if the time dimension is undefined: give it a known size.")
            steps, mask_steps = unstack(steps), None if mask is None else unstack(mask)
        else:
            mask_steps = mask
        if mask is None:
            if self.return_sequences:
                return as_called(loops.all_outputs)(advance, steps, states)  # type: ignore[no-any-return]
            return as_called(loops.last_output)(advance, steps, states, before)  # type: ignore[no-any-return]
        run = loops.all_masked_outputs if self.return_sequences else loops.last_masked_output
        output, states = as_called(run)(advance, steps, mask_steps, states, before)
        if self.zero_output_for_mask:
            counts = mask if self.return_sequences else mask[-1]
            if self.unroll and self.go_backwards and self.return_sequences:
                counts = reverse(mask, [0])  # Keras's unrolled loop, unlike the other, does not turn this mask round.
            output = loops.chosen(counts, output, zeros_like(output))
        return output, states

    def _output_before(self, steps: Tensor, states: Any) -> Tensor:
        """Zeros in the shape of an output."""
        size = steps.shape[1]
        return zeros([shape_tensor(steps)[1] if size is None else size, self._output_size], self.compute_dtype)

    # ------------------------------------------------------------------------------------------ configuration

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal layer with."""
        return {**super().get_config(), "cell": serialize_keras_object(self.cell)}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """The layer with these arguments."""
        return super().from_config({**config, "cell": deserialized(config["cell"])} if "cell" in config else config)
