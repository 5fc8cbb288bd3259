"""Saving, loading and training, as TensorFlow's `train` has them. Names are looked up when first used."""

import importlib
from typing import Any

_HOMES = {
    "checkpoint": "Checkpoint",
    "checkpoint_manager": "CheckpointManager",
    "checkpoint_reader": "CheckpointReader NewCheckpointReader list_variables load_checkpoint load_variable",
    "checkpoint_states": "CheckpointState checkpoint_exists generate_checkpoint_state_proto get_checkpoint_mtimes "
    "get_checkpoint_state latest_checkpoint remove_checkpoint update_checkpoint_state",
    "import_graph": "import_graph_def",
    "meta_graph": "export_meta_graph import_meta_graph write_graph",
    "saver": "Saver",
}
_OPTIMIZERS = ("optimizers", "optimizers_adaptive", "optimizers_descent", "optimizers_schedules")
_TABLE = {name: module for module, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    for module in (_TABLE[name],) if name in _TABLE else _OPTIMIZERS:
        value = getattr(importlib.import_module(f"runtime.train.{module}"), name, None)
        if value is not None:
            globals()[name] = value
            return value
    raise AttributeError(f"module 'runtime.train' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_TABLE})
