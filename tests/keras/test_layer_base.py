"""What every layer does: weights, names, training, penalties, masks, and errors that say what to do."""

import copy

import numpy as np
import pytest

import autograph as ag
import runtime as rt
from autograph.keras import layers


class Scale(layers.Layer):
    def build(self, input_shape):
        self.factor = self.add_weight(name="factor", shape=(input_shape[-1],), initializer="ones")

    def call(self, inputs):
        return inputs * self.factor


def names(variables):
    return [variable.name for variable in variables]


def test_the_first_call_makes_the_weights():
    layer = Scale(name="scale")
    assert (layer.built, layer.weights) == (False, [])
    assert layer([[1.0, 2.0]]).numpy().tolist() == [[1.0, 2.0]]
    assert (layer.built, names(layer.weights)) == (True, ["scale/factor:0"])


def test_layers_inside_have_the_names_of_those_around():
    class Outer(layers.Layer):
        def __init__(self):
            super().__init__(name="outer")
            self.inner = [Scale(name="a"), {"b": Scale(name="b")}]

        def call(self, x):
            return self.inner[1]["b"](self.inner[0](x))

    layer = Outer()
    layer([[1.0]])
    assert names(layer.trainable_weights) == ["outer/a/factor:0", "outer/b/factor:0"]
    assert [inner.name for inner in layer.submodules] == ["a", "b"]


def test_names_that_nobody_gave_are_numbered():
    from autograph.keras import backend

    backend.clear_session()
    assert [layers.Dense(1).name, layers.Dense(1).name, layers.MaxPooling2D().name] == [
        "dense", "dense_1", "max_pooling2d",
    ]  # fmt: skip


def test_weights_made_in_a_trace_are_eager_and_traced_once():
    layer = layers.Dense(2)
    compiled = ag.function(lambda x: layer(x))
    compiled(np.ones((1, 3), np.float32))
    assert compiled.experimental_get_tracing_count() == 1
    assert layer.kernel.numpy().shape == (3, 2)


def test_weights_in_a_graph_are_variables_of_the_graph():
    with rt.Graph().as_default(), rt.Session() as session:
        layer = layers.Dense(2, name="d", kernel_initializer="ones")
        y = layer(rt.placeholder("float32", [None, 3], name="x"))
        session.run(rt.global_variables_initializer())
        assert names(rt.global_variables()) == ["d/kernel:0", "d/bias:0"]
        assert session.run(y, {"x:0": [[1.0, 2.0, 3.0]]}).tolist() == [[6.0, 6.0]]


@pytest.mark.parametrize(
    "add",
    [
        lambda layer: layer.add_weight(name="w", shape=(2,), initializer="ones"),
        lambda layer: layer.add_weight("w", (2,), None, "ones"),
        lambda layer: layer.add_weight((2,), "ones", name="w"),
        lambda layer: layer.add_weight("w", shape=(2,), initializer="ones"),
    ],
)
def test_add_weight_takes_the_old_and_the_new_order(add):
    variable = add(layers.Layer(name="l"))
    assert (variable.name, variable.numpy().tolist()) == ("l/w:0", [1.0, 1.0])


def test_variables_in_attributes_are_weights():
    layer = layers.Layer()
    layer.v = rt.Variable(1.0, trainable=False)
    layer.w = rt.Variable(2.0)
    assert [float(v) for v in layer.weights] == [1.0, 2.0]
    assert layer.trainable_weights == [layer.w]


def test_freezing_a_layer_freezes_those_inside():
    layer = layers.Bidirectional(layers.GRU(2))
    layer(np.ones((1, 2, 3), np.float32))
    assert len(layer.trainable_weights) == 6
    layer.trainable = False
    assert (len(layer.trainable_weights), len(layer.non_trainable_weights)) == (0, 6)
    assert not any(variable.trainable for variable in layer.weights)
    layer.trainable = True
    assert len(layer.trainable_weights) == 6


def test_a_frozen_batch_normalization_uses_its_averages():
    layer = layers.BatchNormalization()
    layer([[1.0], [3.0]])
    layer.trainable = False
    assert np.allclose(layer([[1.0], [3.0]], training=True), [[1.0], [3.0]], atol=1e-2)


def test_training_goes_down_to_the_layers_inside():
    class Noisy(layers.Layer):
        def __init__(self):
            super().__init__()
            self.drop = layers.Dropout(1.0)

        def call(self, x):
            return self.drop(x)

    layer = Noisy()
    assert layer([1.0], training=True).numpy().tolist() == [0.0]
    assert layer([1.0]).numpy().tolist() == [1.0]


def test_training_may_be_a_tensor():
    drop = layers.Dropout(1.0)
    compiled = ag.function(lambda x, training: drop(x, training=training))
    x = rt.constant([1.0])
    assert compiled(x, rt.constant(True)).numpy().tolist() == [0.0]
    assert compiled(x, rt.constant(False)).numpy().tolist() == [1.0]
    assert compiled.experimental_get_tracing_count() == 1


def test_a_layer_of_the_user_s_may_branch_and_loop_on_tensors():
    class Collatz(layers.Layer):
        def call(self, n):
            steps = 0
            while n > 1:
                if n % 2 == 0:
                    n = n // 2
                else:
                    n = 3 * n + 1
                steps += 1
            return steps

    layer = Collatz()
    compiled = ag.function(lambda n: layer(n))
    assert int(compiled(rt.constant(27))) == int(layer(rt.constant(27))) == 111


def test_a_compiled_call_method_is_called_as_it_is():
    class Twice(layers.Layer):
        @ag.function
        def call(self, inputs):
            return inputs * 2.0

    layer = Twice()
    assert layer([1.0], training=True).numpy().tolist() == [2.0]


def test_penalties_are_those_of_the_last_call():
    class Penal(layers.Layer):
        def call(self, x):
            self.add_loss(rt.reduce_sum(x))
            return x

    layer = Penal()
    layer([1.0])
    layer([2.0])
    assert [float(loss) for loss in layer.losses] == [2.0]


def test_regularizers_and_activity_join_the_penalties():
    layer = layers.Dense(
        1, kernel_initializer="ones", kernel_regularizer=lambda w: rt.reduce_sum(w), activity_regularizer="l2"
    )
    layer([[1.0, 1.0], [2.0, 2.0]])
    assert [float(loss) for loss in layer.losses] == pytest.approx([0.1, 2.0])
    layer.trainable = False
    assert len(layer.losses) == 1


def test_weights_are_set_all_or_not_at_all():
    layer = layers.Dense(2)
    layer(np.ones((1, 3)))
    before = layer.get_weights()
    with pytest.raises(ValueError, match="was expecting 2 weights"):
        layer.set_weights([np.ones((3, 2))])
    with pytest.raises(ValueError, match=r"shape \(2,\) is not compatible with the provided weight shape \(3,\)"):
        layer.set_weights([np.zeros((3, 2)), np.ones(3)])
    assert all(np.array_equal(a, b) for a, b in zip(before, layer.get_weights(), strict=True))


def test_floating_inputs_take_the_dtype_of_the_layer():
    assert layers.Dense(1)(np.ones((1, 2))).dtype.name == "float32"
    assert layers.Dense(1, dtype="float64")(np.ones((1, 2), np.float32)).dtype.name == "float64"
    assert layers.Dense(1)(np.ones((1, 2), np.int64)).dtype.name == "float32"


def test_masks_pass_through_layers_that_support_them():
    embedded = layers.Embedding(3, 2, mask_zero=True)(np.array([[1, 0]]))
    mask = layers.Dropout(0.5)(layers.Dense(2)(embedded))._keras_mask
    assert mask.numpy().tolist() == [[True, False]]


def test_a_copy_has_weights_of_its_own():
    layer = layers.Dense(2)
    layer(np.ones((1, 3)))
    twin = copy.deepcopy(layer)
    assert np.array_equal(twin.kernel.numpy(), layer.kernel.numpy())
    assert twin.kernel is not layer.kernel


def test_the_number_of_weights():
    layer = layers.Dense(2)
    with pytest.raises(ValueError, match="is not built yet"):
        layer.count_params()
    layer(np.ones((1, 3)))
    assert layer.count_params() == 8


def test_a_layer_with_unsaid_arguments_cannot_be_saved():
    class Mine(layers.Layer):
        def __init__(self, depth):
            super().__init__()

    assert Mine(3).get_config() == {"depth": 3}
    with pytest.raises(NotImplementedError, match=r"its __init__: \['depth'\]. Define get_config"):
        Mine(object()).get_config()


def test_a_layer_that_was_not_initialised_says_so():
    class Careless(layers.Layer):
        def __init__(self):
            self.inner = layers.Dense(1)

    with pytest.raises(RuntimeError, match=r"'Careless', you forgot to call `super\(\).__init__\(\)`"):
        Careless()([1.0])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: layers.Dense(0), "expected a positive integer"),
        (lambda: layers.Dense(2, activaton="relu"), "Did you mean 'activation'"),
        (lambda: layers.Conv2D(2, 3, padding="causal"), r"must be one of \('valid', 'same'\)"),
        (lambda: layers.Conv2D(2, (3, 3, 3)), "`kernel_size` argument must be a positive integer or a tuple of 2"),
        (lambda: layers.Conv2D(3, 3, groups=2), "divisible by `groups`"),
        (lambda: layers.Conv2D(3, 3, strides=2, dilation_rate=2), "not supported in conjunction"),
        (lambda: layers.Dropout(1.5), "between 0 and 1"),
        (lambda: layers.LeakyReLU(-1.0), "cannot be None or negative"),
        (lambda: layers.Reshape((-1, -1)), "single -1"),
        (lambda: layers.Permute((0, 1)), "permutation"),
        (lambda: layers.Bidirectional(layers.Dense(1)), "with a recurrent layer"),
        (lambda: layers.Bidirectional(layers.LSTM(1), merge_mode="max"), "Invalid merge mode"),
        (lambda: layers.RNN(layers.Dense(1)), "`state_size`"),
        (lambda: layers.LSTM(-1), "expected a positive integer"),
        (lambda: layers.BatchNormalization(data_format="x"), "Unrecognized keyword arguments"),
    ],
)
def test_bad_arguments_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda: layers.Dense(1, name="d")(np.ones(3)), r'0 of layer "d" is incompatible.*min_ndim=2, found ndim=1'),
        (lambda: layers.Conv2D(1, 3)(np.ones((1, 5, 5))), "expected min_ndim=4, found ndim=3"),
        (lambda: layers.Add()(np.ones((1, 2))), "should be called on a list of inputs"),
        (lambda: layers.Add()([np.ones((1, 2)), np.ones((1, 3))]), "incompatible shapes"),
        (lambda: layers.Concatenate()([np.ones((1, 2, 3)), np.ones((1, 3, 3))]), "matching shapes except"),
        (lambda: layers.Reshape((4,))(np.ones((2, 3))), "total size of the tensor must be unchanged"),
        (lambda: layers.MaxPooling2D(3)(np.ones((1, 2, 2))), "expected ndim=4"),
        (lambda: layers.MaxPooling1D(3)(np.ones((1, 2, 2))), "size 3 does not fit into inputs of size 2"),
        (lambda: layers.Conv2D(1, 3, dilation_rate=2)(np.ones((1, 4, 4, 1))), "size 5 does not fit into .* size 4"),
        (lambda: layers.DepthwiseConv2D(3)(np.ones((1, 2, 4, 1))), "size 3 does not fit into inputs of size 2"),
        (lambda: layers.GroupNormalization(3)(np.ones((1, 4))), "multiple of the groups"),
    ],
)
def test_inputs_that_do_not_fit_are_refused(act, message):
    with pytest.raises(ValueError, match=message):
        act()


def test_another_size_than_the_first_is_refused():
    layer = layers.Dense(1, name="d")
    layer(np.ones((1, 3)))
    with pytest.raises(ValueError, match=r"axis -1 of input shape to have value 3, but received .*\(1, 4\)"):
        layer(np.ones((1, 4)))


def test_a_result_of_one_branch_only_is_refused_at_the_branch():
    class Halfway(layers.Layer):
        def call(self, x):
            if rt.reduce_sum(x) > 0.0:
                y = x
            return y

    layer = Halfway()
    with pytest.raises(ag.StagingError, match="'y' is returned, but must also be initialized in the else") as caught:
        ag.function(lambda x: layer(x) * 2.0)(rt.constant([[1.0]]))
    assert "if rt.reduce_sum(x) > 0.0:" in str(caught.value)
