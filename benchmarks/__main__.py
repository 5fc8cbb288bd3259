"""Runs the benchmarks: all of them, or those named on the command line.

python -m benchmarks [module ...]
"""

from __future__ import annotations

import importlib
import pkgutil
import sys

import benchmarks
from benchmarks.harness import run


def main(names: list[str]) -> None:
    for name in names or sorted(
        info.name for info in pkgutil.iter_modules(benchmarks.__path__) if info.name != "harness"
    ):
        module = importlib.import_module(f"benchmarks.{name}") if name != "__main__" else None
        if module is None:
            continue
        print(f"== {name}", flush=True)
        if hasattr(module, "groups"):
            run(module.groups())
        elif hasattr(module, "main"):
            module.main()


main(sys.argv[1:])
