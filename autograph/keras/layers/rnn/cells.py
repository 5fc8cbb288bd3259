"""Cells of recurrent layers: what happens in one step.

A cell computes in two parts: what depends on the inputs alone, which a layer computes for all steps at once, and what
depends on the states before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograph.keras import initializers, random
from autograph.keras.layers.constructors import options_of
from autograph.keras.layers.layer import Layer, deserialized
from autograph.keras.layers.projection import projected
from autograph.keras.layers.rnn.loops import as_tuple
from autograph.keras.serialization import serialize_keras_object
from autograph.keras.shapes import Shape
from runtime.dispatch import convert_to_tensor
from runtime.ops.creation import ones_like, zeros
from runtime.ops.joining import concat, split
from runtime.ops.linalg import matmul
from runtime.tensor import Tensor
from runtime.variables import Variable


class Cell(Layer):
    """A base class of cells with a kernel for inputs and one for states."""

    units: int
    activation: Any
    use_bias: bool
    bias_initializer: Any
    dropout: float
    recurrent_dropout: float
    kernel: Variable
    recurrent_kernel: Variable
    bias: Variable | None = None
    _gates = 1

    def _configure_cell(self, options: dict[str, Any], *more: str) -> None:
        if not isinstance(options["units"], int) or options["units"] <= 0:
            raise ValueError(
                f"Received an invalid value for argument `units`, expected a positive integer: {options['units']!r}."
            )
        weights = options_of("kernel", "recurrent", "bias")
        self._configure_from(options, "units", "activation", *more, "use_bias", *weights)
        for name in ("dropout", "recurrent_dropout"):
            self._configure(**{name: min(1.0, max(0.0, options[name]))})
        self._configure_from(options, "seed")
        self.seed_generator = random.SeedGenerator(options["seed"])
        self.state_size: Any = self.units
        self.output_size = self.units
        self._dropout_mask: Any = None
        self._recurrent_mask: Any = None
        self._for_states: tuple[Any, ...] = ()

    def build(self, input_shape: Shape) -> None:
        """Makes the kernels and the bias."""
        self.kernel = self._weight("kernel", (input_shape[-1], self._gates * self.units))
        shape = (self.units, self._gates * self.units)
        self.recurrent_kernel = self._weight("recurrent_kernel", shape, "recurrent")
        self.bias = self._make_bias() if self.use_bias else None
        self.built = True

    def _make_bias(self) -> Variable:
        made: Variable = self._weight("bias", (self._gates * self.units,))
        return made

    def get_initial_state(self, batch_size: Any = None) -> Any:
        """States of zeros for a batch."""
        sizes = self.state_size if isinstance(self.state_size, list) else [self.state_size]
        return [zeros([batch_size, size], self.compute_dtype) for size in sizes]

    # ---- what is the same for all steps of a sequence: what is dropped, and weights, which are read once

    def begin(self, inputs: Any, state: Any, training: Any) -> None:
        """Draws which inputs and states are dropped until `end`, and reads the weights for states.

        Args:
            inputs: of one step, [batch, features].
            state: the first state, [batch, units].
            training: whether anything is dropped.
        """
        if training and self.dropout > 0:
            self._dropout_mask = random.dropout(ones_like(inputs), self.dropout, seed=self.seed_generator)
        if training and self.recurrent_dropout > 0:
            self._recurrent_mask = random.dropout(ones_like(state), self.recurrent_dropout, seed=self.seed_generator)
        self._for_states = self._weights_for_states()

    def end(self) -> None:
        """Forgets what `begin` drew and read."""
        self._dropout_mask = self._recurrent_mask = None
        self._for_states = ()

    def _weights_for_states(self) -> tuple[Any, ...]:
        return (convert_to_tensor(self.recurrent_kernel),)

    # ---- the step

    def call(self, inputs: Any, states: Any, training: Any = False) -> tuple[Any, list[Any]]:
        """One step: [batch, features] and states → output and new states."""
        before = as_tuple(states)
        self.begin(inputs, before[0], training)
        output, after = self.advance(self.prepare(inputs), before)
        self.end()
        return output, list(after)

    def prepare(self, inputs: Any) -> Any:
        """What depends on inputs alone, for one step [batch, features] or all [steps, batch, features]."""
        x = inputs if self._dropout_mask is None else inputs * self._dropout_mask
        y = projected(x, self.kernel)
        bias = self._input_bias()
        return y if bias is None else y + bias

    def _input_bias(self) -> Any:
        return self.bias

    def _recurrent(self, state: Tensor) -> Tensor:
        """The state, with some of it dropped."""
        if self._recurrent_mask is None:
            return state
        dropped: Tensor = state * self._recurrent_mask
        return dropped

    def advance(self, prepared: Any, states: Any) -> tuple[Any, tuple[Any, ...]]:
        """The output and the new states, given what `prepare` gave and the states before."""
        raise NotImplementedError(f"{type(self).__name__} has to define advance(prepared, states).")


class SimpleRNNCell(Cell):
    """output = activation(inputs @ kernel + output before @ recurrent_kernel + bias) (see `SimpleRNN`)."""

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        recurrent_regularizer: Any = None,
        bias_regularizer: Any = None,
        kernel_constraint: Any = None,
        recurrent_constraint: Any = None,
        bias_constraint: Any = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        seed: int | None = None,
        **kwargs: Any,
    ) -> None:
        options = dict(locals())
        super().__init__(**kwargs)
        self._configure_cell(options)

    def advance(self, prepared: Any, states: Any) -> tuple[Any, tuple[Any, ...]]:
        """See `Cell`."""
        (kernel,) = self._for_states
        output = self.activation(prepared + matmul(self._recurrent(states[0]), kernel))
        return output, (output,)


class LSTMCell(Cell):
    """A step of long short-term memory (Hochreiter and Schmidhuber 1997; see `LSTM`)."""

    recurrent_activation: Any
    unit_forget_bias: bool
    _gates = 4

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        unit_forget_bias: bool = True,
        kernel_regularizer: Any = None,
        recurrent_regularizer: Any = None,
        bias_regularizer: Any = None,
        kernel_constraint: Any = None,
        recurrent_constraint: Any = None,
        bias_constraint: Any = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        seed: int | None = None,
        **kwargs: Any,
    ) -> None:
        options = dict(locals())
        kwargs.pop("implementation", None)
        super().__init__(**kwargs)
        self._configure_cell(options, "recurrent_activation", "unit_forget_bias")
        self.state_size = [units, units]

    def _make_bias(self) -> Variable:
        return self.add_weight(
            name="bias",
            shape=(4 * self.units,),
            initializer=self._remembering if self.unit_forget_bias else self.bias_initializer,
            regularizer=self.bias_regularizer,  # type: ignore[attr-defined]
            constraint=self.bias_constraint,  # type: ignore[attr-defined]
        )

    def _remembering(self, shape: Sequence[int], dtype: Any = None) -> Tensor:
        """An initial bias that lets the memory stay at first (Jozefowicz et al. 2015)."""
        first, rest = (self.bias_initializer((size * self.units,), dtype) for size in (1, 2))
        return concat([first, initializers.Ones()((self.units,), dtype), rest], 0)

    def advance(self, prepared: Any, states: Any) -> tuple[Any, tuple[Any, ...]]:
        """See `Cell`: the states are the output and the memory."""
        output, memory = states
        (kernel,) = self._for_states
        z = prepared + matmul(self._recurrent(output), kernel)
        i, f, c, o = split(z, 4, axis=1)
        kept = self.recurrent_activation(f) * memory
        memory = kept + self.recurrent_activation(i) * self.activation(c)
        output = self.recurrent_activation(o) * self.activation(memory)
        return output, (output, memory)


class GRUCell(Cell):
    """A step of a gated recurrent unit (Cho et al. 2014; see `GRU`)."""

    recurrent_activation: Any
    reset_after: bool
    _gates = 3

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        recurrent_regularizer: Any = None,
        bias_regularizer: Any = None,
        kernel_constraint: Any = None,
        recurrent_constraint: Any = None,
        bias_constraint: Any = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        reset_after: bool = True,
        seed: int | None = None,
        **kwargs: Any,
    ) -> None:
        options = dict(locals())
        kwargs.pop("implementation", None)
        super().__init__(**kwargs)
        self._configure_cell(options, "recurrent_activation", "reset_after")

    def _make_bias(self) -> Variable:
        shape = (2, 3 * self.units) if self.reset_after else (3 * self.units,)
        made: Variable = self._weight("bias", shape)
        return made

    def _input_bias(self) -> Any:
        return self.bias[0] if self.bias is not None and self.reset_after else self.bias

    def advance(self, prepared: Any, states: Any) -> tuple[Any, tuple[Any, ...]]:
        """See `Cell`."""
        before = states[0]
        x_z, x_r, x_h = split(prepared, 3, axis=-1)
        h_z, h_r, h_h = self._of_state(self._recurrent(before))
        z = self.recurrent_activation(x_z + h_z)
        r = self.recurrent_activation(x_r + h_r)
        if self.reset_after:
            candidate = self.activation(x_h + r * h_h)
        else:
            candidate = self.activation(x_h + matmul(r * h_h, self._for_states[1]))
        output = z * before + (1.0 - z) * candidate
        return output, (output,)

    def _of_state(self, state: Tensor) -> Any:
        """What the state adds to each gate; for the candidate, the state itself unless it is reset after."""
        if self.reset_after:
            kernel, bias = self._for_states
            inner = matmul(state, kernel)
            return split(inner if bias is None else inner + bias, 3, axis=-1)
        z, r = split(matmul(state, self._for_states[0]), 2, axis=-1)
        return z, r, state

    def _weights_for_states(self) -> tuple[Any, ...]:
        """The kernel and the bias for states; or the kernel's parts for the gates and for the candidate."""
        kernel = convert_to_tensor(self.recurrent_kernel)
        if self.reset_after:
            return kernel, None if self.bias is None else self.bias[1]
        return kernel[:, : 2 * self.units], kernel[:, 2 * self.units :]


class StackedRNNCells(Layer):
    """Cells on top of each other, as one.

    Args:
        cells: the cells, the lowest first.
        **kwargs: see `Layer`.
    """

    def __init__(self, cells: Sequence[Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for cell in cells:
            if not hasattr(cell, "call") or not hasattr(cell, "state_size"):
                raise ValueError(f"Each cell has a `call` method and a `state_size`, but not {cell!r}.")
        self.cells = list(cells)

    @property
    def state_size(self) -> list[Any]:
        """The sizes of the states of each cell."""
        return [cell.state_size for cell in self.cells]

    @property
    def output_size(self) -> int:
        """The size of outputs of the last cell."""
        last = self.cells[-1]
        size = getattr(last, "output_size", last.state_size)
        return int(size[0] if isinstance(size, list | tuple) else size)

    def get_initial_state(self, batch_size: Any = None) -> Any:
        """States of zeros for a batch."""
        states = []
        for cell in self.cells:
            if hasattr(cell, "get_initial_state"):
                states.append(tuple(as_tuple(cell.get_initial_state(batch_size=batch_size))))
            else:
                sizes = as_tuple(cell.state_size)
                states.append(tuple(zeros([batch_size, size], self.compute_dtype) for size in sizes))
        return states

    def build(self, input_shape: Shape) -> None:
        """Makes the weights of the cells."""
        shape = input_shape
        for cell in self.cells:
            if isinstance(cell, Layer) and not cell.built:
                cell._build_with(shape, {})
            size = getattr(cell, "output_size", cell.state_size)
            shape = Shape((shape[0], size[0] if isinstance(size, list | tuple) else size))
        self.built = True

    def call(self, inputs: Any, states: Any, training: Any = False) -> tuple[Any, list[Any]]:
        """One step through all cells."""
        after = []
        for cell, before in zip(self.cells, states, strict=True):
            options = {"training": training} if isinstance(cell, Cell | StackedRNNCells) else {}
            inputs, new = cell(inputs, list(before), **options)
            after.append(tuple(as_tuple(new)))
        return inputs, after

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        return {**super().get_config(), "cells": [serialize_keras_object(cell) for cell in self.cells]}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """The object with these arguments."""
        return super().from_config({**config, "cells": [deserialized(cell) for cell in config["cells"]]})
