"""Objects as dictionaries that JSON can hold, and back: the form is Keras's.

An object becomes `{"module": ..., "class_name": ..., "config": its get_config(), "registered_name": ...}`.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from autograph.keras import by_reference, registration
from autograph.keras.catalogue import find_class, public_module
from runtime.dispatch import convert_to_tensor
from runtime.dtypes import DType
from runtime.eager import EagerTensor
from runtime.shapes import TensorShape

_PLAIN = (str, int, float, bool, type(None))


def serialize_keras_object(obj: Any) -> Any:
    """An object as plain lists, dictionaries, numbers and strings.

    Args:
        obj: anything with `get_config`, a function, a tensor, an array, a dtype, or a structure of such.

    Raises:
        TypeError: it has no such form; lambdas have none either, since they have no name to be found by.
    """
    if isinstance(obj, _PLAIN):
        return obj
    if isinstance(obj, TensorShape):
        return None if obj.rank is None else obj.as_list()
    if isinstance(obj, list | tuple):
        items = [serialize_keras_object(item) for item in obj]
        return tuple(items) if isinstance(obj, tuple) else items
    if isinstance(obj, Mapping):
        return {key: serialize_keras_object(value) for key, value in obj.items()}
    for kind, write in _WRITERS:
        if isinstance(obj, kind):
            return write(obj)
    return _of_class(obj)


def _of_class(obj: Any) -> dict[str, Any]:
    if not hasattr(obj, "get_config"):
        held = by_reference.reference(obj)
        if held is not None:
            return held
        raise TypeError(f"Cannot serialize {obj!r}: {type(obj).__name__} has no get_config() method.")
    cls = type(obj)
    public = public_module(cls)
    form = {
        "module": public or cls.__module__,
        "class_name": cls.__name__,
        "config": obj.get_config(),
        "registered_name": None if public else by_reference.class_name(cls) or registration.get_registered_name(cls),
    }
    for extra in ("build_config", "compile_config"):
        get = getattr(obj, f"get_{extra}", None)
        value = get() if get is not None else None
        if value is not None:
            form[extra] = serialize_keras_object(value)
    return form


def _function(function: types.FunctionType) -> dict[str, Any]:
    held = by_reference.reference(function)
    if held is not None:
        return held
    if function.__name__ == "<lambda>":
        raise TypeError("Cannot serialize a lambda: give the function a name with `def`, and register it.")
    name = registration.get_registered_name(function)
    return {
        "module": public_module(function) or function.__module__,
        "class_name": "function",
        "config": function.__name__,
        "registered_name": name,
    }


def _array(array: Any) -> Any:
    if not np.ndim(array):
        return array.item()
    return {"class_name": "__numpy__", "config": {"value": array.tolist(), "dtype": array.dtype.name}}


def _tensor(tensor: EagerTensor) -> dict[str, Any]:
    return {"class_name": "__tensor__", "config": {"value": tensor.tolist(), "dtype": tensor.dtype.name}}


_WRITERS: list[tuple[Any, Callable[[Any], Any]]] = [
    (types.FunctionType, _function),
    (np.ndarray | np.generic, _array),
    (EagerTensor, _tensor),
    (DType, lambda dtype: dtype.name),
    (bytes, lambda text: {"class_name": "__bytes__", "config": {"value": text.decode("utf-8")}}),
    (slice, lambda s: {"class_name": "__slice__", "config": {"start": s.start, "stop": s.stop, "step": s.step}}),
    (type(Ellipsis), lambda _: {"class_name": "__ellipsis__", "config": {}}),
]

_READERS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "__numpy__": lambda c: np.array(c["value"], c["dtype"]),
    "__tensor__": lambda c: convert_to_tensor(c["value"], c["dtype"]),
    "__bytes__": lambda c: c["value"].encode("utf-8"),
    "__slice__": lambda c: slice(c["start"], c["stop"], c["step"]),
    "__ellipsis__": lambda c: ...,
    "__reference__": by_reference.of_number,
}


def deserialize_keras_object(config: Any, custom_objects: dict[str, Any] | None = None, safe_mode: bool = True) -> Any:
    """The object that `serialize_keras_object` made a dictionary of.

    Args:
        config: what it returned.
        custom_objects: classes and functions of the user's, by name.
        safe_mode: accepted; Python code inside of files is never run.

    Raises:
        ValueError: there is no class or function of a name.
        TypeError: a class cannot be made from its configuration.
    """
    with registration.custom_object_scope(custom_objects):
        return _read(config)


def _read(config: Any) -> Any:
    if isinstance(config, list | tuple):
        return [_read(item) for item in config]
    if not isinstance(config, Mapping):
        return config
    if "class_name" not in config or "config" not in config:
        return {key: _read(value) for key, value in config.items()}
    name, inner = config["class_name"], config["config"]
    if name in _READERS:
        return _READERS[name](inner)
    if name == "function":
        return _named(str(inner), config)
    if name == "__lambda__":
        raise ValueError("The file holds a Python lambda, which is code: it is not run. Use a named function.")
    found = _named(name, config)
    if not hasattr(found, "from_config"):
        return found
    return _made(found, name, config)


def _made(cls: Any, name: str, config: Mapping[str, Any]) -> Any:
    try:
        made = cls.from_config(dict(config["config"] or {}))
    except TypeError as error:
        raise TypeError(f"{name} cannot be made from its configuration {config['config']!r}: {error}") from error
    for extra in ("build", "compile"):
        settings = config.get(f"{extra}_config")
        if settings and hasattr(made, f"{extra}_from_config"):
            getattr(made, f"{extra}_from_config")(_read(settings) if extra == "compile" else settings)
    return made


def _named(name: str, config: Mapping[str, Any]) -> Any:
    """The class or function that a configuration names."""
    for key in (config.get("registered_name"), name):
        found = (by_reference.referenced(key) or registration.get_registered_object(key)) if key else None
        if found is not None:
            return found
    module = config.get("module")
    if module is None or module.split(".")[0] in ("keras", "builtins"):
        found = find_class(name, module)
    else:
        found = _users_class(module, name)
    if found is None:
        raise ValueError(
            f"Unknown class or function {name!r} (of {module or 'no module'}). Pass it in `custom_objects`, or "
            f"register it with @register_keras_serializable(). Files are not trusted: they import nothing, and name "
            f"none but registered functions."
        )
    return found


def _users_class(module: str, name: str) -> Any:
    """A class of a module that is there already, if it is derived from one of this package; None otherwise."""
    found = getattr(sys.modules.get(module), name, None)
    is_derived = isinstance(found, type) and any(
        base.__module__.startswith("autograph.keras") for base in found.__mro__
    )
    return found if is_derived else None
