"""Recurrent layers: their Python loops become one `While`; states, masks, directions and cells of one's own."""

import inspect

import numpy as np
import pytest

import autograph as ag
import runtime as rt
from autograph.keras import layers
from tests.keras.layer_samples import waves

KINDS = [layers.SimpleRNN, layers.LSTM, layers.GRU]
X = waves((2, 5, 3))


def op_types(graph):
    return [op.type for op in graph.get_operations()]


@pytest.mark.parametrize("kind", KINDS)
def test_the_loop_is_one_while(kind):
    layer = kind(4, return_sequences=True)
    types = op_types(ag.function(lambda x: layer(x)).get_concrete_function(X).graph)
    assert sum(kind in ("While", "StatelessWhile") for kind in types) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_unrolled_there_is_no_while(kind):
    layer = kind(4, unroll=True)
    rolled = kind(4)
    rolled.build(rt.TensorShape(X.shape).as_list())
    layer.build(rt.TensorShape(X.shape).as_list())
    layer.set_weights(rolled.get_weights())
    compiled = ag.function(lambda x: layer(x))
    assert not {"While", "StatelessWhile"} & set(op_types(compiled.get_concrete_function(X).graph))
    assert np.allclose(compiled(X), rolled(X), atol=1e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_the_number_of_steps_may_be_known_to_the_run_only(kind):
    layer = kind(4)
    compiled = ag.function(lambda x: layer(x), input_signature=[rt.TensorSpec([None, None, 3])])
    for steps in (1, 3, 5):
        assert np.allclose(compiled(X[:, :steps]), layer(X[:, :steps]), atol=1e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_states_go_in_and_out(kind):
    layer = kind(4, return_sequences=True, return_state=True)
    whole, *last = layer(X)
    first, *states = layer(X[:, :2])
    rest, *end = layer(X[:, 2:], initial_state=states)
    assert np.allclose(np.concatenate([first, rest], 1), whole, atol=1e-6)
    assert all(np.allclose(a, b, atol=1e-6) for a, b in zip(end, last, strict=True))


@pytest.mark.parametrize("kind", KINDS)
def test_a_stateful_layer_goes_on_where_it_was(kind):
    layer, whole = kind(4, stateful=True), kind(4)
    layer(X[:, :2])
    whole(X)
    whole.set_weights(layer.get_weights())
    assert np.allclose(layer(X[:, 2:]), whole(X), atol=1e-6)
    layer.reset_state()
    assert np.allclose(layer(X), whole(X), atol=1e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_masked_steps_leave_the_states(kind):
    layer = kind(4)
    mask = np.array([[True] * 5, [True] * 3 + [False] * 2])
    outputs = layer(X, mask=mask).numpy()
    assert np.allclose(outputs[0], layer(X)[0], atol=1e-6)
    assert np.allclose(outputs[1], layer(X[1:, :3])[0], atol=1e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_gradients_of_compiled_loops_are_those_of_python(kind):
    layer = kind(4)
    layer(X)

    def gradients(x):
        with rt.GradientTape() as tape:
            loss = rt.reduce_sum(layer(x) ** 2)
        return tape.gradient(loss, layer.trainable_variables)

    for mine, compiled in zip(gradients(rt.constant(X)), ag.function(gradients)(X), strict=True):
        assert np.allclose(mine, compiled, atol=1e-5)


def test_dropout_drops_the_same_inputs_at_all_steps():
    layer = layers.SimpleRNN(2, kernel_initializer="ones", recurrent_initializer="zeros", activation="linear",
                             dropout=0.5, seed=3, return_sequences=True)  # fmt: skip
    outputs = layer(np.ones((1, 6, 8), np.float32), training=True).numpy()
    assert (outputs == outputs[:, :1]).all()
    assert outputs[0, 0, 0] != 8.0


class Minimal:
    """A cell that is no layer."""

    state_size = 3
    output_size = 3

    def call(self, inputs, states):
        new = states[0] + inputs
        return new * 10.0, [new]

    __call__ = call


class Branching(layers.Layer):
    """A cell of the user's that branches on tensors."""

    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.state_size = units

    def call(self, inputs, states):
        total = rt.reduce_sum(inputs)
        if total > 0:
            new = states[0] + 1.0
        else:
            new = states[0]
        return new, [new]


def test_any_object_may_be_a_cell():
    layer = layers.RNN(Minimal())
    assert np.allclose(layer(X), X.sum(1) * 10.0, atol=1e-5)
    assert np.allclose(ag.function(lambda x: layer(x))(X), X.sum(1) * 10.0, atol=1e-5)


def test_a_cell_may_branch_on_tensors():
    layer = layers.RNN(Branching(2))
    steps = np.array([[[1.0]], [[-1.0]], [[2.0]]], np.float32).transpose(1, 0, 2)
    assert ag.function(lambda x: layer(x))(steps).numpy().tolist() == [[2.0, 2.0]]


def test_cells_on_top_of_each_other():
    stacked = layers.RNN([layers.LSTMCell(3), layers.GRUCell(2)], return_sequences=True, return_state=True)
    outputs, first, second = stacked(X)
    assert outputs.shape.as_list() == [2, 5, 2]
    assert [state.shape.as_list() for state in (*first, *second)] == [[2, 3], [2, 3], [2, 2]]


@pytest.mark.parametrize(("mode", "size"), [("concat", 8), ("sum", 4), ("mul", 4), ("ave", 4)])
def test_both_directions_are_merged(mode, size):
    layer = layers.Bidirectional(layers.LSTM(4, return_sequences=True), merge_mode=mode)
    assert layer(X).shape.as_list() == [2, 5, size]


def test_the_backward_layer_sees_the_steps_from_the_end():
    layer = layers.Bidirectional(layers.LSTM(4), merge_mode=None)
    _, backward = layer(X)
    again = layers.LSTM(4)
    again(X)
    again.set_weights(layer.backward_layer.get_weights())
    assert np.allclose(backward, again(X[:, ::-1]), atol=1e-6)


def test_each_step_goes_through_the_layer_alone():
    layer = layers.TimeDistributed(layers.Dense(2))
    outputs = layer(X)
    assert np.allclose(outputs[:, 3], layer.layer(X[:, 3]), atol=1e-6)


def test_a_stateful_layer_needs_the_size_of_the_batch():
    with pytest.raises(ValueError, match="the batch size must be static"):
        ag.function(
            lambda x, layer=layers.LSTM(2, stateful=True): layer(x), input_signature=[rt.TensorSpec([None, 5, 3])]
        )(X)


def test_unrolling_needs_the_number_of_steps():
    with pytest.raises(ValueError, match="Cannot unroll a RNN"):
        ag.function(
            lambda x, layer=layers.LSTM(2, unroll=True): layer(x), input_signature=[rt.TensorSpec([2, None, 3])]
        )(X)


def test_an_unrolled_loop_backwards_puts_zeros_where_keras_puts_them():
    mask = np.array([[True, True, False]])
    kinds = [layers.GRU(1, return_sequences=True, go_backwards=True, zero_output_for_mask=True, unroll=unroll)
             for unroll in (False, True)]  # fmt: skip
    found = [kind(np.ones((1, 3, 2), np.float32), mask=mask).numpy().ravel() != 0 for kind in kinds]
    assert [row.tolist() for row in found] == [[False, True, True], [False, True, False]]


@pytest.mark.parametrize(
    ("kind", "at_end"),
    [("SimpleRNN", ["unroll", "seed"]), ("LSTM", ["unroll", "use_cudnn"]), ("GRU", ["reset_after", "use_cudnn"])],
)
def test_constructors_say_what_they_take(kind, at_end):
    names = list(inspect.signature(getattr(layers, kind)).parameters)
    assert names[:2] == ["units", "activation"]
    assert names[-3:] == [*at_end, "kwargs"]
    assert names.index("activity_regularizer") == names.index("kernel_constraint") - 1
    with pytest.raises(TypeError, match=rf"{kind}\(\) is missing a required argument: 'units'"):
        getattr(layers, kind)()


def test_kinds_of_ones_own_take_what_they_want():
    class Mine(layers.GRU):
        def __init__(self, size, **kwargs):
            super().__init__(size, return_sequences=True, **kwargs)

    assert Mine(3, go_backwards=True)(np.ones((2, 4, 1), np.float32)).shape == [2, 4, 3]
