"""The graph runtime that converted code targets.

Public names are those of TensorFlow: `runtime.constant`, `runtime.reduce_sum`, `runtime.nn.relu`. They are looked up
when first used, so that importing the package costs next to nothing.
"""

import functools
import importlib
import pkgutil
import sys
import types
from typing import Any

_HOMES = {
    "autodiff": "UnconnectedGradients gradients",
    "concrete_function": "ConcreteFunction",
    "constant_value": "constant_value",
    "conversion": "convert_to_tensor",
    "custom_gradient": "custom_gradient recompute_grad",
    "dispatch": "get_default_graph init_scope is_symbolic is_tensor reset_default_graph",
    "dtypes": "DType as_dtype bfloat16 bool complex128 complex64 double float16 float32 float64 half int16 int32 int64 "
    "int8 qint16 qint32 qint8 quint16 quint8 resource string uint16 uint32 uint64 uint8 variant",
    "eager": "EagerTensor",
    "errors": "OpError",
    "func_graph": "FuncGraph",
    "function": "Function function",
    "graph": "Graph Operation",
    "graph_keys": "GraphKeys",
    "indexed_slices": "IndexedSlices",
    "jacobians": "hessians",
    "module": "Module",
    "ops.joining": "stack",
    "random_seed": "set_random_seed",
    "scopes": "add_to_collection add_to_collections control_dependencies device get_collection get_collection_ref "
    "name_scope",
    "session": "InteractiveSession RunMetadata RunOptions Session get_default_session",
    "shapes": "TensorShape",
    "tape": "GradientTape",
    "tensor": "Tensor",
    "train.import_graph": "import_graph_def",
    "tensor_array": "TensorArray",
    "tensor_spec": "TensorSpec",
    "variable_scopes": "AUTO_REUSE VariableScope get_variable get_variable_scope variable_scope",
    "variables": "Variable",
}
_HELPERS = frozenset({"elementwise", "operators"})  # Modules of operations that are not for users.
_TABLE = {name: f"runtime.{module}" for module, names in _HOMES.items() for name in names.split()}


class _Runtime(types.ModuleType):
    """Keeps `runtime.gradients` the function when the package of that name is imported."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _TABLE and isinstance(value, types.ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Runtime


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    value = _find(name)
    globals()[name] = value
    return value


def _find(name: str) -> Any:
    if name in _TABLE:
        return getattr(importlib.import_module(_TABLE[name]), name)
    if name in _modules("runtime"):
        return importlib.import_module(f"runtime.{name}")
    if name in _areas():
        return importlib.import_module(f"runtime.ops.{name}")
    for area in _areas():
        value = _functions(area).get(name)
        if value is not None:
            return value
    raise AttributeError(f"module 'runtime' has no attribute {name!r}")


@functools.cache
def _modules(package: str) -> list[str]:
    return sorted(info.name for info in pkgutil.iter_modules(importlib.import_module(package).__path__))


def _areas() -> list[str]:
    return [name for name in _modules("runtime.ops") if name not in _HELPERS]


def _functions(area: str) -> dict[str, Any]:
    """The public functions and classes that a module of operations defines itself."""
    module = importlib.import_module(f"runtime.ops.{area}")
    own = (item for item in vars(module).items() if getattr(item[1], "__module__", None) == module.__name__)
    return {name: value for name, value in own if not name.startswith("_")}


def __dir__() -> list[str]:
    functions = (name for area in _areas() for name in _functions(area))
    return sorted({*globals(), *_TABLE, *_modules("runtime"), *_areas(), *functions})
