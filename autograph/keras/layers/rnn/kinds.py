"""SimpleRNN, LSTM and GRU: recurrent layers with a cell of their own."""

from __future__ import annotations

from typing import Any

from autograph.keras.layers.input_spec import InputSpec
from autograph.keras.layers.rnn.cells import GRUCell, LSTMCell, SimpleRNNCell
from autograph.keras.layers.rnn.recurrent import RNN

_LAYER_OPTIONS = ("return_sequences", "return_state", "go_backwards", "stateful", "unroll")
_OF_BOTH = ("dtype", "trainable")


class _Kind(RNN):
    """A base class: takes the options of the cell and of the layer together."""

    _cell: Any

    def _make(self, options: dict[str, Any], kwargs: dict[str, Any]) -> None:
        """Makes the cell and the layer from the arguments of the constructor."""
        own = ("self", "kwargs", "__class__", "activity_regularizer", "use_cudnn", *_LAYER_OPTIONS)
        for_cell = {name: value for name, value in options.items() if name not in own}
        for_both = {name: kwargs[name] for name in _OF_BOTH if name in kwargs}
        cell = self._cell(**for_cell, name=_cell_name(type(self)), **for_both)
        layer_options = {name: options[name] for name in _LAYER_OPTIONS}
        kwargs.pop("implementation", None)
        kwargs.pop("time_major", None)
        RNN.__init__(self, cell, activity_regularizer=options["activity_regularizer"], **layer_options, **kwargs)
        self.input_spec = InputSpec(ndim=3)

    def __getattr__(self, name: str) -> Any:
        cell = vars(self).get("cell")
        if cell is None or name.startswith("_"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(cell, name)

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal layer with."""
        config = super().get_config()
        cell = self.cell.get_config()
        del config["cell"], config["zero_output_for_mask"]
        return {**{name: value for name, value in cell.items() if name not in ("name", "trainable", "dtype")}, **config}


def _cell_name(kind: type) -> str:
    return {"SimpleRNN": "simple_rnn_cell", "LSTM": "lstm_cell", "GRU": "gru_cell"}.get(kind.__name__, "cell")


class SimpleRNN(_Kind):
    """A fully connected recurrent layer: each output goes back in.

    Args:
        units: the size of outputs.
        activation: of outputs.
        use_bias: whether to add a bias.
        kernel_initializer: of the kernel for inputs.
        recurrent_initializer: of the kernel for states.
        bias_initializer: of the bias.
        kernel_regularizer: a penalty on the kernel for inputs.
        recurrent_regularizer: a penalty on the kernel for states.
        bias_regularizer: a penalty on the bias.
        activity_regularizer: a penalty on outputs.
        kernel_constraint: what the kernel for inputs is held to.
        recurrent_constraint: what the kernel for states is held to.
        bias_constraint: what the bias is held to.
        dropout: the share of inputs that is dropped while it trains.
        recurrent_dropout: the share of states that is dropped while it trains.
        return_sequences: see `RNN`.
        return_state: see `RNN`.
        go_backwards: see `RNN`.
        stateful: see `RNN`.
        unroll: see `RNN`.
        seed: makes dropout repeatable.
        **kwargs: see `Layer`.
    """

    _cell = SimpleRNNCell

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
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        recurrent_constraint: Any = None,
        bias_constraint: Any = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        seed: int | None = None,
        **kwargs: Any,
    ) -> None:
        self._make(dict(locals()), kwargs)


class LSTM(_Kind):
    """Long short-term memory (Hochreiter and Schmidhuber 1997).

    Args:
        units: the size of outputs.
        activation: of the memory.
        recurrent_activation: of the gates.
        use_bias: whether to add a bias.
        kernel_initializer: of the kernel for inputs.
        recurrent_initializer: of the kernel for states.
        bias_initializer: of the bias.
        unit_forget_bias: whether the bias of the forget gate is 1 at first.
        kernel_regularizer: a penalty on the kernel for inputs.
        recurrent_regularizer: a penalty on the kernel for states.
        bias_regularizer: a penalty on the bias.
        activity_regularizer: a penalty on outputs.
        kernel_constraint: what the kernel for inputs is held to.
        recurrent_constraint: what the kernel for states is held to.
        bias_constraint: what the bias is held to.
        dropout: the share of inputs that is dropped while it trains.
        recurrent_dropout: the share of states that is dropped while it trains.
        seed: makes dropout repeatable.
        return_sequences: see `RNN`.
        return_state: see `RNN`; the states are the last output and the memory.
        go_backwards: see `RNN`.
        stateful: see `RNN`.
        unroll: see `RNN`.
        use_cudnn: accepted and without effect.
        **kwargs: see `Layer`.

    >>> import numpy as np
    >>> LSTM(4)(np.ones((2, 5, 3), np.float32)).shape
    TensorShape([2, 4])
    """

    _cell = LSTMCell

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
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        recurrent_constraint: Any = None,
        bias_constraint: Any = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        seed: int | None = None,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        use_cudnn: Any = "auto",
        **kwargs: Any,
    ) -> None:
        self._make(dict(locals()), kwargs)


class GRU(_Kind):
    """A gated recurrent unit (Cho et al. 2014; see `LSTM` for the arguments).

    Args:
        units: the size of outputs.
        activation: of outputs.
        recurrent_activation: of the gates.
        use_bias: whether to add a bias.
        kernel_initializer: see `LSTM`.
        recurrent_initializer: see `LSTM`.
        bias_initializer: see `LSTM`.
        kernel_regularizer: see `LSTM`.
        recurrent_regularizer: see `LSTM`.
        bias_regularizer: see `LSTM`.
        activity_regularizer: see `LSTM`.
        kernel_constraint: see `LSTM`.
        recurrent_constraint: see `LSTM`.
        bias_constraint: see `LSTM`.
        dropout: see `LSTM`.
        recurrent_dropout: see `LSTM`.
        seed: see `LSTM`.
        return_sequences: see `RNN`.
        return_state: see `RNN`.
        go_backwards: see `RNN`.
        stateful: see `RNN`.
        unroll: see `RNN`.
        reset_after: whether the reset gate acts after the kernel for states.
        use_cudnn: accepted and without effect.
        **kwargs: see `Layer`.
    """

    _cell = GRUCell

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
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        recurrent_constraint: Any = None,
        bias_constraint: Any = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        seed: int | None = None,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        reset_after: bool = True,
        use_cudnn: Any = "auto",
        **kwargs: Any,
    ) -> None:
        self._make(dict(locals()), kwargs)
