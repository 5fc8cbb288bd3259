"""What saving and restoring 1 GB of variables costs, beside a plain copy of the file with a checksum of its bytes.

python -m benchmarks.saving [GIGABYTES]

Each measurement has a process of its own, whose peak of memory is counted from when the variables are there.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np

ROUNDS = 3
VARIABLES = 16
WAYS = ("copy and checksum", "Saver.save", "Saver.restore", "Checkpoint.write", "Checkpoint.read")


def main(gigabytes: float = 1.0) -> None:
    """Measures all ways in turns, and prints the fastest of each."""
    best: dict[str, tuple[float, float]] = {}
    with tempfile.TemporaryDirectory() as directory:
        for _ in range(ROUNDS):
            for way in WAYS:
                command = [sys.executable, "-m", "benchmarks.saving", way, directory, str(gigabytes)]
                done = subprocess.run(command, check=True, capture_output=True, text=True)
                seconds, memory = map(float, done.stdout.split())
                best[way] = min(best.get(way, (seconds, memory)), (seconds, memory))
    plain = best[WAYS[0]][0]
    print(f"{gigabytes:g} GB of variables")
    for way, (seconds, memory) in best.items():
        print(f"  {way:<18} {gigabytes / seconds:6.2f} GB/s  {plain / seconds:5.2f} of the copy  memory x {memory:.2f}")


def measure(way: str, directory: str, gigabytes: float) -> None:
    """Prints the seconds that a way takes, and its peak of memory as a multiple of the data."""
    size = int(gigabytes * 1e9 / 4 / VARIABLES)
    values = [np.full(size, i, np.float32) for i in range(VARIABLES)]
    prefix = os.path.join(directory, way.partition(".")[0])
    call = {"copy": _copy, "Saver": _session, "Checkpoint": _objects}[way.split()[0].split(".")[0]](
        way, prefix, values, directory
    )
    start_s = time.perf_counter()
    call()
    seconds = time.perf_counter() - start_s
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(seconds, peak / (gigabytes * 1e9))


def _copy(way, prefix, values, directory):
    import google_crc32c

    source, target = os.path.join(directory, "plain"), os.path.join(directory, "copy")
    if not os.path.exists(source):
        with open(source, "wb") as file:
            file.writelines(array.data for array in values)

    def call():
        crc = 0
        with open(source, "rb") as file, open(target, "wb") as other:
            while chunk := file.read(1 << 20):
                crc = google_crc32c.extend(crc, chunk)
                other.write(chunk)
            other.flush()
            os.fsync(other.fileno())

    return call


def _session(way, prefix, values, directory):
    import runtime as rt

    with rt.Graph().as_default():
        variables = [rt.Variable(rt.zeros([len(value)]), name=f"v{i}") for i, value in enumerate(values)]
        saver = rt.train.Saver()
        session = rt.Session()
    if way.endswith("restore"):
        values.clear()
        return lambda: saver.restore(session, prefix)
    for variable in variables:
        variable.load(values.pop(0), session)
    return lambda: saver.save(session, prefix)


def _objects(way, prefix, values, directory):
    import runtime as rt

    checkpoint = rt.train.Checkpoint(variables=[rt.Variable(values.pop(0)) for _ in range(VARIABLES)])
    return (lambda: checkpoint.read(prefix)) if way.endswith("read") else (lambda: checkpoint.write(prefix))


if __name__ == "__main__":
    if len(sys.argv) > 2:
        measure(sys.argv[1], sys.argv[2], float(sys.argv[3]))
    else:
        main(*map(float, sys.argv[1:]))
