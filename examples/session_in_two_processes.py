"""A graph that one process builds, trains and saves, and another one finds by names, runs and trains on.

python examples/session_in_two_processes.py                  does both: the second half in a process of its own
python examples/session_in_two_processes.py resume PREFIX    does the second half
"""

import os
import subprocess
import sys
import tempfile

import numpy as np

import runtime as rt


def data(count=200):
    """Points and what a straight line gives for them: f32[count, 3] and f32[count, 1]."""
    x = np.random.default_rng(0).normal(size=(count, 3)).astype(np.float32)
    return x, x @ np.array([[1.0], [-2.0], [0.5]], np.float32) + 3.0


def build():
    """A linear model with its loss and its step of training, under names."""
    x = rt.placeholder(rt.float32, [None, 3], name="x")
    y = rt.placeholder(rt.float32, [None, 1], name="y")
    with rt.variable_scope("line"):
        weights = rt.get_variable("weights", [3, 1], initializer=rt.initializers.zeros_initializer())
        bias = rt.get_variable("bias", [1], initializer=rt.initializers.zeros_initializer())
    predicted = rt.identity(x @ weights + bias, name="predicted")
    loss = rt.reduce_mean(rt.square(predicted - y), name="loss")
    step = rt.Variable(0, trainable=False, name="global_step")
    rt.train.AdamOptimizer(0.1).minimize(loss, global_step=step, name="train")


def train(session, steps):
    """Takes steps with what is found by names; the loss at the end."""
    x, y = data()
    for _ in range(steps):
        session.run("train", {"x:0": x, "y:0": y})
    return float(session.run("loss:0", {"x:0": x, "y:0": y}))


def start(prefix, steps):
    """Builds, trains and saves; the loss."""
    with rt.Graph().as_default(), rt.Session() as session:
        build()
        session.run(rt.global_variables_initializer())
        loss = train(session, steps)
        path = rt.train.Saver().save(session, prefix, global_step=steps)
    print(f"process {os.getpid()}: {steps} steps, loss {loss:.6f}, saved {os.path.basename(path)}")
    return loss, path


def resume(path, steps):
    """Finds graph and variables in the files alone, and trains on; losses and the count of steps."""
    with rt.Graph().as_default() as graph, rt.Session() as session:
        rt.train.import_meta_graph(path + ".meta").restore(session, path)
        x, y = (graph.get_tensor_by_name(name) for name in ("x:0", "y:0"))
        before = float(session.run("loss:0", dict(zip((x, y), data()))))
        after = train(session, steps)
        (step,) = (variable for variable in rt.global_variables() if variable.name == "global_step:0")
        count = int(session.run(step))
    print(f"process {os.getpid()}: found at loss {before:.6f}, {count} steps, loss {after:.6f}")
    return before, after, count


def main(steps=50):
    """Runs both halves; the losses and the count of steps as the second process printed them."""
    with tempfile.TemporaryDirectory() as directory:
        loss, path = start(os.path.join(directory, "line"), steps)
        command = [sys.executable, __file__, "resume", path, str(steps)]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=environment)
    print(done.stdout, end="")
    return loss, done.stdout


if __name__ == "__main__":
    if sys.argv[1:2] == ["resume"]:
        resume(sys.argv[2], int(sys.argv[3]))
    else:
        main()
