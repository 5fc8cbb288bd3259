"""Train, save, go on in a new process, and ship the model: all in files that TensorFlow reads, too."""

import os
import tempfile

import numpy as np

import autograph as ag
import runtime as rt


class Model(rt.Module):
    """Fits y = w x + b, and knows by itself when it is good enough."""

    def __init__(self):
        super().__init__()
        self.w = rt.Variable(0.0, name="w")
        self.b = rt.Variable(0.0, name="b")
        self.steps = rt.Variable(0, name="steps")

    def loss(self, x, y):
        """The mean squared error."""
        return rt.reduce_mean((self.w * x + self.b - y) ** 2)

    @ag.function(input_signature=[rt.TensorSpec([None], rt.float32, name="x")])
    def predict(self, x):
        """The line at x."""
        return self.w * x + self.b


def train(directory, steps):
    """Trains some steps more than what is in the directory; gives the model."""
    model, optimizer = Model(), rt.train.AdamOptimizer(0.1)
    checkpoint = rt.train.Checkpoint(model=model, optimizer=optimizer)
    manager = rt.train.CheckpointManager(checkpoint, directory, max_to_keep=2)
    print(f"from {manager.restore_or_initialize() or 'scratch'}")
    x = rt.constant(np.linspace(-1, 1, 20, dtype=np.float32))
    y = 3.0 * x + 1.0
    for _ in range(steps):
        optimizer.minimize(lambda: model.loss(x, y), var_list=[model.w, model.b], global_step=model.steps)
    manager.save()
    print(f"step {int(model.steps)}: loss {float(model.loss(x, y)):.2g}")
    return model


def main(steps=150):
    """Trains twice as long in two goes, and gives what the shipped model predicts for 2."""
    with tempfile.TemporaryDirectory() as directory:
        train(directory, steps)
        model = train(directory, steps)  # As a new process would: the optimizer goes on where it was.
        path = os.path.join(directory, "shipped")
        rt.saved_model.save(model, path)
        shipped = rt.saved_model.load(path)
        result = float(shipped.signatures["serving_default"](x=[2.0])["output_0"][0])
    print(f"3 * 2 + 1 = {result:.3f}")
    return result


if __name__ == "__main__":
    main()
