"""SimpleRNN, LSTM and GRU: recurrent layers with a cell of their own."""

from __future__ import annotations

import inspect
from typing import Any

from autograph.keras.layers.input_spec import InputSpec
from autograph.keras.layers.rnn.cells import GRUCell, LSTMCell, SimpleRNNCell
from autograph.keras.layers.rnn.recurrent import OPTIONS, RNN

_OF_BOTH = ("dtype", "trainable")


class _Kind(RNN):
    """A base class: takes the options of the cell and of the layer together.

    The constructor of a kind has the signature of its cell's, with `activity_regularizer` where Keras has it, then the
    options of the layer, then what is `last`.
    """

    _cell: Any

    def __init_subclass__(cls, cell: Any = None, last: tuple[str, ...] = (), **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if cell is not None:
            cls._cell = cell
            cls.__init__ = _constructor(_signature(cell, last))  # type: ignore[method-assign]

    def _make(self, options: dict[str, Any], kwargs: dict[str, Any]) -> None:
        """Makes the cell and the layer from the arguments of the constructor."""
        own = ("self", "kwargs", "activity_regularizer", "use_cudnn", *OPTIONS)
        for_cell = {name: value for name, value in options.items() if name not in own}
        for_both = {name: kwargs[name] for name in _OF_BOTH if name in kwargs}
        cell = self._cell(**for_cell, name=_cell_name(type(self)), **for_both)
        layer_options = {name: options[name] for name in OPTIONS}
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


def _constructor(signature: inspect.Signature) -> Any:
    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        try:
            bound = signature.bind(self, *args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{type(self).__name__}() is {error}") from None
        bound.apply_defaults()
        self._make(bound.arguments, bound.arguments["kwargs"])

    __init__.__signature__ = signature  # type: ignore[attr-defined]
    return __init__


def _signature(cell: Any, last: tuple[str, ...]) -> inspect.Signature:
    of_cell = dict(inspect.signature(cell.__init__).parameters)
    rest = of_cell.pop("kwargs")
    of_layer = {name: inspect.signature(RNN.__init__).parameters[name] for name in OPTIONS}
    at_end = {name: of_cell.pop(name, _CUDNN) for name in last}
    order = list(of_cell)
    order.insert(order.index("kernel_constraint"), _ACTIVITY.name)
    found = {**of_cell, _ACTIVITY.name: _ACTIVITY}
    return inspect.Signature([*(found[name] for name in order), *of_layer.values(), *at_end.values(), rest])


_ACTIVITY, _CUDNN = (
    inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=Any)
    for name, default in (("activity_regularizer", None), ("use_cudnn", "auto"))
)


def _cell_name(kind: type) -> str:
    return {"SimpleRNN": "simple_rnn_cell", "LSTM": "lstm_cell", "GRU": "gru_cell"}.get(kind.__name__, "cell")


class SimpleRNN(_Kind, cell=SimpleRNNCell, last=("seed",)):
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


class LSTM(_Kind, cell=LSTMCell, last=("use_cudnn",)):
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


class GRU(_Kind, cell=GRUCell, last=("reset_after", "use_cudnn")):
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
