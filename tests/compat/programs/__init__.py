"""Small TensorFlow programs, written for the purpose: functions of the module `tf` that give plain Python values.

`expected.json` holds what TensorFlow 2.21 gives (`python -m tests.compat.programs.record` where it is installed).
"""

import importlib
import json
import pkgutil
from pathlib import Path

EXPECTED = Path(__file__).with_name("expected.json")


def programs():
    """All programs, by module and name."""
    found = {}
    for info in pkgutil.iter_modules(__path__):
        module = importlib.import_module(f"{__name__}.{info.name}")
        for name, value in vars(module).items():
            if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__ and callable(value):
                found[f"{info.name}.{name}"] = value
    found.pop("record.main", None)
    return found


def raised(call, *kinds):
    """Which of the given classes, by name, the error of a call is; another class's name, or None without an error."""
    try:
        call()
    except Exception as error:
        names = [base.__name__ for base in type(error).__mro__]
        return next((kind for kind in kinds if kind in names), names[0])
    return None


def plain(value):
    """Tensors, arrays and structures as what JSON can hold."""
    if hasattr(value, "to_list"):
        return plain(value.to_list())
    if hasattr(value, "dense_shape"):
        return [plain(value.indices), plain(value.values), plain(value.dense_shape)]
    if hasattr(value, "numpy"):
        value = value.numpy()
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def same(mine, theirs):
    """Whether two plain values agree; floats to five digits."""
    if isinstance(mine, list) and isinstance(theirs, list):
        return len(mine) == len(theirs) and all(map(same, mine, theirs))
    if isinstance(mine, dict) and isinstance(theirs, dict):
        return mine.keys() == theirs.keys() and all(same(mine[key], theirs[key]) for key in mine)
    if isinstance(mine, float) and isinstance(theirs, float):
        return mine == theirs or mine != mine != theirs or abs(mine - theirs) <= 1e-5 * max(1.0, abs(theirs))
    return type(mine) is type(theirs) and mine == theirs


def expected():
    """What TensorFlow gives, by program."""
    return json.loads(EXPECTED.read_text())
