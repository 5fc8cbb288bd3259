"""Training in 16 bits against Keras: dtypes, losses, and the state of the optimizer."""

import numpy as np
import pytest

from autograph import keras as mine

theirs = pytest.importorskip("keras", reason="Keras is not installed: pip install keras")
pytestmark = pytest.mark.interop

RANDOM = np.random.RandomState(0)
X, Y = RANDOM.rand(64, 8).astype(np.float32), RANDOM.rand(64, 3).astype(np.float32)


def trained(keras, policy):
    layers = keras.layers
    keras.mixed_precision.set_dtype_policy(policy)
    try:
        model = keras.Sequential(
            [
                layers.Input((8,)),
                layers.Dense(16, activation="tanh"),
                layers.BatchNormalization(),
                layers.Reshape((4, 4)),
                layers.GRU(5),
                layers.LayerNormalization(),
                layers.Dense(3),
            ]
        )
        random = np.random.RandomState(1)
        weights = [random.randn(*w.shape) * 0.3 if np.ndim(w) > 1 else np.asarray(w) for w in model.get_weights()]
        model.set_weights([np.asarray(weight, np.float32) for weight in weights])
        model.compile(keras.optimizers.Adam(0.01), "mse", metrics=["mae"])
        history = model.fit(X, Y, epochs=3, batch_size=16, shuffle=False, verbose=0).history
    finally:
        keras.mixed_precision.set_dtype_policy("float32")
    return model, history


@pytest.mark.parametrize("policy", ["mixed_float16", "mixed_bfloat16"])
def test_training(policy):
    (one, found), (other, expected) = trained(mine, policy), trained(theirs, policy)
    assert type(one.optimizer).__name__ == type(other.optimizer).__name__
    for name in ("loss", "mae"):
        np.testing.assert_allclose(found[name], expected[name], rtol=0.02)
    scalars = [[float(np.asarray(v)) for v in model.optimizer.variables if v.shape == ()] for model in (one, other)]
    assert scalars[0] == scalars[1]
    assert np.asarray(one.predict(X, verbose=0)).dtype.name == np.asarray(other.predict(X, verbose=0)).dtype.name
