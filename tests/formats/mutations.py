"""Random damage to valid files, and everything that reads them: `python -m tests.formats.mutations COUNT SEED`."""

import contextlib
import os
import random
import resource
import shutil
import sys
import tempfile
import time
from collections import Counter

import runtime as rt
from runtime import errors, saved_model
from runtime.formats.bundle_reader import BundleReader
from runtime.formats.table import read_table, write_table
from runtime.train import saved_things
from tests.formats.fixtures import TENSORFLOW

# ---------------------------------------------------------------------------------------------- readers


def read_checkpoint(directory):
    """Restores a checkpoint through its graph, and reads all its tensors."""
    prefix = os.path.join(directory, "model")
    with rt.Graph().as_default(), rt.Session() as session:
        saver = rt.train.import_meta_graph(f"{prefix}.meta")
        if saver is not None:
            saver.restore(session, prefix)
        rt.train.export_meta_graph()
    read_tensors(prefix)


def read_tensors(prefix):
    with BundleReader(prefix) as reader:
        for name in reader.names():
            with contextlib.suppress(errors.UnimplementedError):
                reader.read(name)


def read_state(directory):
    """Goes by the state file."""
    rt.train.get_checkpoint_state(directory)
    latest = rt.train.latest_checkpoint(directory)
    if latest is not None:
        read_tensors(latest)
    manager = rt.train.CheckpointManager(rt.train.Checkpoint(v=rt.Variable(1.0)), directory, 3)
    manager.restore_or_initialize()


def read_objects(directory):
    """Restores objects."""
    net = rt.Module()
    net.layers, net.kernel = [rt.Variable([0.0, 0.0])], rt.Variable(rt.zeros([2, 2]))
    optimizer = rt.train.AdamOptimizer(0.1)
    checkpoint = rt.train.Checkpoint(net=net, optimizer=optimizer, step=rt.Variable(0, dtype="int64"))
    status = checkpoint.restore(os.path.join(directory, "ckpt-1"))
    with contextlib.suppress(AssertionError):
        status.assert_consumed()


def read_model(directory):
    """Loads a SavedModel, as objects and into a session, and shows it."""
    loaded = saved_model.load(directory)
    repr(loaded)
    with rt.Session(graph=rt.Graph()) as session:
        saved_model.load_into_session(session, None, directory)
    read_tensors(os.path.join(directory, "variables", "variables"))


def read_graph(directory):
    """Loads a graph, whatever it is called."""
    for name in os.listdir(directory):
        if name.startswith("frozen"):
            thing = saved_things.find(os.path.join(directory, name))
            thing.graph.as_graph_def()


READERS = [
    *[(name, read_checkpoint, ("model.meta", "model.index", "model.data-00000-of-00001")) for name in (
        "01_mlp", "04_partitioned", "05_dtypes", "07_adam", "10_while_v1", "12_functional", "22_recurrent",
    )],
    ("01_mlp", read_state, ("checkpoint",)),
    ("objects", read_state, ("checkpoint",)),
    ("objects", read_objects, ("ckpt-1.index", "ckpt-1.data-00000-of-00001")),
    ("saved_model", read_model, ("saved_model.pb", "saved_model.pb", "variables/variables.index")),
    ("saved_model_v1", read_model, ("saved_model.pb", "variables/variables.data-00000-of-00001")),
    ("saved_model_table", read_model, ("saved_model.pb",)),
    ("14_frozen", read_graph, ("frozen.pb", "frozen.pbtxt")),
]  # fmt: skip
"""Fixture, what reads it, and the files that may be damaged."""


# ---------------------------------------------------------------------------------------------- damage


def damaged(data, chance):
    """The bytes with one to four random changes."""
    out = bytearray(data)
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        start = chance.randrange(len(out) + 1)
        end = min(len(out), start + chance.choice([1, 1, 2, 4, 16, 100]))
        kind = chance.randrange(8)
        if kind == 0 and out:
            place = chance.randrange(len(out))
            out[place] ^= 1 << chance.randrange(8)
        elif kind == 1:
            out[start:end] = chance.randbytes(end - start)
        elif kind == 2:
            del out[start:end]
        elif kind == 3:
            out[start:start] = chance.randbytes(chance.choice([1, 3, 10]))
        elif kind == 4:
            out[start:start] = out[start:end] * chance.choice([1, 2, 50])
        elif kind == 5:
            del out[start:]
        elif kind == 6:
            out[start:end] = chance.choice(
                [b"\xff" * 9 + b"\x01", b"\x80\x80\x80\x80\x08", b"\0", b"\x7f", b"-1", b"{"]
            )
        else:
            other = chance.randrange(len(out) + 1)
            out[start:end] = out[other : other + end - start]
    return bytes(out)


def damaged_inside(data, path, chance):
    """A table whose checksums are right, with damage to its entries."""
    items = sorted(read_table(data, path).items())
    for _ in range(chance.choice([1, 1, 3])):
        place = chance.randrange(len(items))
        key, value = items[place]
        items[place] = (damaged(key, chance) if chance.randrange(4) == 0 else key, damaged(value, chance))
    return write_table(sorted(dict(items).items()))


def damage(path, chance):
    """Damages a file."""
    with open(path, "rb") as file:
        data = file.read()
    inside = path.endswith(".index") and chance.randrange(2)
    with open(path, "wb") as file:
        file.write(damaged_inside(data, path, chance) if inside else damaged(data, chance))


def run(number):
    """Damages a file at random, and reads it; the outcome as text, and how long it took in seconds of the processor."""
    chance = random.Random(number)
    fixture, read, names = chance.choice(READERS)
    with tempfile.TemporaryDirectory() as directory:
        inner = os.path.join(directory, "it")
        shutil.copytree(TENSORFLOW / fixture, inner)
        if read is read_graph:
            os.remove(os.path.join(inner, chance.choice(["frozen.pb", "frozen.pbtxt"])))
            names = [name for name in names if os.path.exists(os.path.join(inner, name))]
        damage(os.path.join(inner, chance.choice(names)), chance)
        start_s = time.process_time()
        try:
            read(inner)
            outcome = "read"
        except errors.OpError as error:
            outcome = type(error).__name__
        except Exception as error:
            raise AssertionError(f"mutation {number} of {fixture}: {type(error).__name__}: {error}") from error
        return outcome, time.process_time() - start_s


def main(count, seed):
    """Runs many, and says how they ended; memory is counted for all of them together."""
    run(0)
    before_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    outcomes, longest_s = Counter(), (0.0, None)
    for number in range(seed, seed + count):
        try:
            outcome, taken_s = run(number)
            longest_s = max(longest_s, (taken_s, number))
        except AssertionError as error:
            outcome = str(error)
        outcomes[outcome] += 1
    grown_mb = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kb) / 1024
    for outcome, times in outcomes.most_common():
        print(times, outcome)
    print(f"{grown_mb:.0f} MB more; the longest took {longest_s[0]:.2f} s: {longest_s[1]}")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
