"""Kills a process that saves, at random moments, and looks at what it leaves: `killing.py DIRECTORY MOMENTS SEED`.

There are more moments if the machine is so busy that fewer saves than a quarter of them are done.

Each child goes on where the last one was killed, and saves the same number in all variables, one more each time, in all
the ways that there are; so files of two saves that are taken for one are found out.
"""

import itertools
import os
import random
import signal
import sys
import time

import numpy as np

import runtime as rt
from runtime import saved_model
from runtime.train import Checkpoint, CheckpointManager

NAMES = ("a", "b", "c")


class Writer:
    """Saves numbers. It is made once, and each child has a copy that is ready."""

    def __init__(self):
        with rt.Graph().as_default():
            self.variables = []
            for i, name in enumerate(NAMES):
                with rt.device(f"/cpu:{i}"):
                    self.variables.append(rt.Variable(np.zeros(100 + i, np.int64), name=name))
            self.savers = [rt.train.Saver(max_to_keep=2), rt.train.Saver(max_to_keep=2, sharded=True), rt.train.Saver()]
            self.session = rt.Session()
        self.module = rt.Module()
        self.module.parts = [rt.Variable(np.zeros(100 + i, np.int64)) for i in range(len(NAMES))]

    def set(self, number):
        """Sets all variables."""
        for variable in self.variables:
            variable.load(np.full(variable.shape.as_list(), number, np.int64), self.session)
        for variable in self.module.parts:
            variable.assign(np.full(variable.shape.as_list(), number, np.int64))

    def save(self, directory, number, report):
        """Saves a number in all the ways; `report` is called with a way and the number when it is saved."""
        self.set(number)
        for way, saver in zip(("steps", "sharded"), self.savers):
            saver.recover_last_checkpoints(kept(os.path.join(directory, way)))
            saver.save(self.session, os.path.join(directory, way, "model"), global_step=number)
            report(way, number)
        self.savers[2].save(self.session, os.path.join(directory, "same", "model"))
        report("same", number)
        manager = CheckpointManager(Checkpoint(self.module), os.path.join(directory, "objects"), max_to_keep=2)
        manager.save(checkpoint_number=number)
        report("objects", number)
        saved_model.save(self.module, os.path.join(directory, "model"))
        report("model", number)


def kept(directory):
    """The checkpoints of a directory."""
    state = rt.train.get_checkpoint_state(directory)
    return [] if state is None else list(state.all_model_checkpoint_paths)


def number_in(path):
    """The number that all variables of a checkpoint hold; every byte of it is read."""
    reader = rt.train.load_checkpoint(path)
    with reader:
        arrays = [reader.get_tensor(name) for name in reader.get_variable_to_shape_map()]
    numbers = {int(number) for array in arrays if getattr(array, "ndim", 0) == 1 for number in array}
    assert len(arrays) >= len(NAMES), f"{path}: {len(arrays)} tensors"
    assert len(numbers) == 1, f"{path} is of several saves: {numbers}"
    return numbers.pop()


def check(directory, reported):
    """Sees to it that what was reported as saved is there, or something newer."""
    for way in ("steps", "sharded", "same", "objects"):
        found = os.path.join(directory, way)
        if way not in reported and not kept(found):
            continue
        latest = rt.train.latest_checkpoint(found)
        assert latest is not None, f"{way}: {reported[way]} was saved, and nothing is there"
        assert number_in(latest) >= reported.get(way, 0), way
        for path in kept(found):
            number_in(path)
        if way != "objects":
            with rt.Graph().as_default(), rt.Session() as session:
                rt.train.import_meta_graph(f"{latest}.meta").restore(session, latest)
    if saved_model.contains_saved_model(os.path.join(directory, "model")):
        loaded = saved_model.load(os.path.join(directory, "model"))
        assert len({int(number) for variable in loaded.parts for number in variable.numpy()}) == 1


def killed(writer, directory, number, delay_s):
    """Lets a child save for a while, and kills it; gives what it had reported, by way."""
    here, there = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(here)
        for following in itertools.count(number + 1):
            writer.save(directory, following, lambda way, saved: os.write(there, f"{way} {saved}\n".encode()))
    os.close(there)
    with os.fdopen(here, "rb") as reports:
        time.sleep(delay_s)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status), "a save failed before its process was killed"
        lines = [line.split() for line in reports.read().decode().splitlines()]
    return {way: int(saved) for way, saved in lines}


def main(directory, moments, seed):
    writer, chance, reported = Writer(), random.Random(seed), {}
    for number in (1, 2):
        start = time.perf_counter()
        writer.save(os.path.join(directory, "warm"), number, lambda *saved: None)
    round_s = time.perf_counter() - start
    for moment in itertools.count():
        if moment >= moments and max(reported.values(), default=0) >= moments / 4:
            break
        number = max([0, *reported.values(), *map(number_in, kept(os.path.join(directory, "steps")))])
        found = killed(writer, directory, number, chance.random() * 2 * round_s)
        reported.update(found)
        round_s *= 1 if found else 1.1  # A machine that has got busy needs more time for a save.
        try:
            check(directory, reported)
        except Exception as error:
            raise AssertionError(f"at moment {moment}, after {reported}: {error}") from error
    print(max(reported.values()), f"{round_s:.3f}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
