"""Runs the benchmarks: all of them, or those named on the command line.

python -m benchmarks [module ...]
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil

import benchmarks
from benchmarks.harness import run

NAMES = sorted({info.name for info in pkgutil.iter_modules(benchmarks.__path__)} - {"__main__", "harness"})


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Runs benchmarks.")
    parser.add_argument("names", nargs="*", metavar="name", help=f"one of {', '.join(NAMES)}; all if none is given")
    names = parser.parse_args().names or NAMES
    unknown = set(names) - set(NAMES)
    if unknown:
        parser.error(f"no benchmark is called {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    for name in names:
        print(f"== {name}", flush=True)
        module = importlib.import_module(f"benchmarks.{name}")
        if hasattr(module, "groups"):
            run(module.groups())
        else:
            module.main()


if __name__ == "__main__":
    main()
