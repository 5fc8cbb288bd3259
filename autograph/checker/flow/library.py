"""What functions and classes of TensorFlow, Keras, numpy and other libraries give."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from autograph.checker.knowledge import host, keras
from autograph.checker.knowledge import tensorflow as tf
from autograph.checker.model.values import (
    BOOL,
    CONDITIONS,
    FLOAT,
    INT,
    NDARRAY,
    NONE,
    NUMBERS,
    SHAPE,
    STR,
    SYMBOLIC,
    TENSORS,
    UNKNOWN,
    Kind,
    Origin,
    Value,
    value,
)

from .expressions import element_of
from .frame import Frame

if TYPE_CHECKING:
    from .calls import Arguments

_PYTHON_RESULTS = {
    "bool": BOOL, "none": NONE, "shape": SHAPE, "object": value(Kind.OBJECT), "unknown": UNKNOWN, "int": INT,
    "str": STR,
}  # fmt: skip
_MAKERS: dict[str, Value] = {
    "Variable": value(Kind.VARIABLE),
    "get_variable": value(Kind.VARIABLE),
    "TensorArray": value(Kind.TENSOR_ARRAY),
}


def call_library(frame: Frame, callee: Value, arguments: Arguments) -> Value:
    """What a call of something that is imported gives."""
    dotted = callee.dotted
    if dotted in host.LOGGER_MAKERS:
        return Value(frozenset({Kind.OBJECT}), dotted="logging.Logger")
    if dotted.startswith(tf.ROOT):
        return _call_tensorflow(frame, dotted.removeprefix(tf.ROOT), arguments)
    if dotted.startswith("keras."):
        return _call_keras(frame, callee, arguments)
    if dotted.startswith(host.NUMPY_MODULES):
        return _call_numpy(frame, dotted, arguments)
    if dotted.startswith(host.MATH_MODULES):
        return FLOAT
    if dotted.startswith("tensorflow_probability."):
        return _call_probability(frame, callee, arguments)
    if dotted in host.RANDOM_CLASSES:
        return value(Kind.RNG)
    if dotted == "functools.partial":
        given = arguments.positional[:1]
        return Value(frozenset({Kind.OBJECT}), dotted=dotted, element=given[0].flat(1) if given else None)
    if dotted in ("copy.copy", "copy.deepcopy") and arguments.positional:
        copied = arguments.positional[0]
        return copied.fresh() if dotted == "copy.deepcopy" else copied.changed(origin=Origin.LOCAL)
    if dotted in ("itertools.count", "itertools.cycle", "itertools.chain", "itertools.islice"):
        return value(Kind.ITERATOR)
    return _call_other(frame, callee, arguments)


def _call_other(frame: Frame, callee: Value, arguments: Arguments) -> Value:
    """Something of another library: an object of the class it names, if it names one."""
    if callee.only(frozenset({Kind.OBJECT})):
        return frame.tensors() if any(given.only(SYMBOLIC) for given in arguments.all) and frame.is_graph else UNKNOWN
    last = callee.dotted.rpartition(".")[2]
    if last[:1].isupper() and not last.isupper():
        return value(Kind.OBJECT)
    from .calls import by_habit

    return by_habit(frame, last, arguments) if frame.is_graph else UNKNOWN


def _call_tensorflow(frame: Frame, name: str, arguments: Arguments) -> Value:
    if name in _MAKERS:
        return _MAKERS[name]
    if name == "function":
        return _compiled(arguments)
    if name == "TensorSpec":
        return tensor_spec(frame, arguments)
    if name.startswith("data.") and not name.endswith("AUTOTUNE"):
        return value(Kind.DATASET)
    if name in ("cast", "constant", "convert_to_tensor", "zeros", "ones", "range") or name.startswith("random."):
        special = _SPECIAL.get(name, _random)(frame, name, arguments)
        if special is not None:
            return special
    kind = tf.kind_of_result(name)
    if kind == "tensor":
        return _operation(frame, name, arguments)
    if kind == "tensors":
        return _several(frame, name, arguments)
    if kind == "object":
        return Value(frozenset({Kind.OBJECT}), dotted=tf.ROOT + name)
    return _PYTHON_RESULTS[kind]


def _compiled(arguments: Arguments) -> Value:
    """`tf.function(f)` does what `f` does."""
    given = arguments.get(0, "func")
    return given if given is not None and given.only(frozenset({Kind.FUNCTION})) else UNKNOWN


def _several(frame: Frame, name: str, arguments: Arguments) -> Value:
    """A function that gives several tensors, or whatever structure it was given."""
    if name == "nest.flatten":
        return value(Kind.LIST, element=UNKNOWN)
    if name.startswith("nest.") and not any(given.only(SYMBOLIC) for given in arguments.all):
        return UNKNOWN
    if name in ("unstack", "split", "shape_n", "dynamic_partition", "meshgrid"):
        return value(Kind.LIST, element=frame.tensor())
    return frame.tensors()


def _operation(frame: Frame, name: str, arguments: Arguments) -> Value:
    """An operation with one result."""
    given = arguments.positional + [arguments.named[key] for key in ("x", "input_tensor") if key in arguments.named]
    dtype = dtype_of(arguments.get_node(99, "dtype"), frame) or tf.dtype_of_result(name)
    if not dtype and name not in ("where", "gather"):
        dtype = next((one.dtype for one in given if one.dtype), "")
    if name in tf.DEFAULT_FLOAT and not dtype:
        dtype = "float"
    return frame.tensor(dtype, _rank_of_operation(name, given, arguments))


def _rank_of_operation(name: str, given: list[Value], arguments: Arguments) -> int | None:
    if tf.REDUCTIONS.match(name):
        is_whole = len(arguments.positional) < 2 and not {"axis", "keepdims", "reduction_indices"} & set(
            arguments.named
        )
        return 0 if is_whole else None
    if name in ("size", "rank", "norm", "nn.l2_loss"):
        return 0
    if name in ("shape",):
        return 1
    if name in (
        "square",
        "sqrt",
        "exp",
        "abs",
        "sin",
        "cos",
        "tanh",
        "sigmoid",
        "negative",
        "identity",
        "stop_gradient",
    ):
        return given[0].rank if given else None
    return None


def _cast(frame: Frame, name: str, arguments: Arguments) -> Value | None:
    source = arguments.positional[0].rank if arguments.positional else None
    if source is None and arguments.positional and arguments.positional[0].only(NUMBERS):
        source = 0
    return frame.tensor(dtype_of(arguments.get_node(1, "dtype"), frame), source)


def _constant(frame: Frame, name: str, arguments: Arguments) -> Value | None:
    node = arguments.get_node(0, "value")
    given = arguments.get(0, "value") or UNKNOWN
    dtype = dtype_of(arguments.get_node(1, "dtype"), frame) or given.dtype or _python_dtype(given)
    return frame.tensor(dtype, _literal_rank(node) if given.rank is None else given.rank)


def _literal_rank(node: ast.expr | None) -> int | None:
    if isinstance(node, ast.List | ast.Tuple):
        inner = _literal_rank(node.elts[0]) if node.elts else 0
        return None if inner is None else inner + 1
    return 0 if isinstance(node, ast.Constant | ast.UnaryOp) else None


def _python_dtype(given: Value) -> str:
    if given.element is not None or given.items:
        given = element_of(given)
    for kind, name in ((Kind.BOOL, "bool"), (Kind.INT, "int"), (Kind.FLOAT, "float"), (Kind.STR, "string")):
        if given.kinds == {kind}:
            return name
    return ""


def _filled(frame: Frame, name: str, arguments: Arguments) -> Value | None:
    dtype = dtype_of(arguments.get_node(1, "dtype"), frame) or ("float" if not arguments.get_node(1, "dtype") else "")
    return frame.tensor(dtype, _shape_rank(arguments.get_node(0, "shape")))


def _range(frame: Frame, name: str, arguments: Arguments) -> Value | None:
    dtype = dtype_of(arguments.get_node(3, "dtype"), frame)
    if not dtype and not any(given.may(frozenset({Kind.FLOAT})) or given.dtype == "float" for given in arguments.all):
        dtype = "int"
    return frame.tensor(dtype or "float", 1)


def _random(frame: Frame, name: str, arguments: Arguments) -> Value | None:
    if tf.kind_of_result(name) != "tensor":
        return None
    dtype = dtype_of(arguments.get_node(99, "dtype"), frame)
    node = arguments.get_node(99, "dtype")
    return frame.tensor(dtype or ("float" if node is None else ""), _shape_rank(arguments.get_node(0, "shape")))


def _shape_rank(node: ast.expr | None) -> int | None:
    if isinstance(node, ast.List | ast.Tuple) and not any(isinstance(item, ast.Starred) for item in node.elts):
        return len(node.elts)
    return None


_SPECIAL: dict[str, Callable[[Frame, str, Arguments], Value | None]] = {
    "cast": _cast,
    "constant": _constant,
    "convert_to_tensor": _constant,
    "zeros": _filled,
    "ones": _filled,
    "range": _range,
}


def tensor_spec(frame: Frame, arguments: Arguments) -> Value:
    """A `TensorSpec`: what tensors it stands for."""
    node = arguments.get_node(1, "dtype")
    dtype = dtype_of(node, frame) or ("float" if node is None else "")
    shape = arguments.get_node(0, "shape")
    rank = 0 if isinstance(shape, ast.Tuple | ast.List) and not shape.elts else _shape_rank(shape)
    return Value(frozenset({Kind.OBJECT}), dotted="tensorflow.TensorSpec").changed(dtype=dtype, rank=rank)


def dtype_of(node: ast.expr | None, frame: Frame) -> str:
    """The element type that an expression names, or ""."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return tf.DTYPES.get(node.value, "")
    if isinstance(node, ast.Attribute):
        return tf.DTYPES.get(node.attr, "")
    return tf.DTYPES.get(node.id, "") if isinstance(node, ast.Name) else ""


def _call_keras(frame: Frame, callee: Value, arguments: Arguments) -> Value:
    dotted = callee.dotted
    if callee.only(frozenset({Kind.OBJECT})):
        if keras.is_callable_class(dotted) and frame.is_graph:
            return TENSORS if keras.gives_structure(dotted) else frame.tensor("float" if "losses" in dotted else "")
        return UNKNOWN
    if keras.is_model(dotted):
        return Value(frozenset({Kind.OBJECT}), dotted="keras.Model")
    last = dotted.rpartition(".")[2]
    if last[:1].isupper():
        return Value(frozenset({Kind.OBJECT}), dotted=dotted)
    if dotted == "keras.backend.shape":
        return frame.tensor("int", 1)
    if last.startswith(("is_", "get", "set_", "image_data", "batch_get", "serialize", "deserialize")):
        return value(Kind.OBJECT) if last == "get" else UNKNOWN
    if dotted.startswith("keras.backend.") and last in keras.BACKEND_PYTHON:
        return UNKNOWN
    if dotted.startswith("keras.backend.") and last in keras.BACKEND_STRUCTURES:
        return frame.tensors()
    if dotted.startswith(("keras.backend.", "keras.losses.", "keras.activations.", "keras.ops.", "keras.metrics.")):
        return frame.tensor("float" if dotted.startswith("keras.losses.") else "") if frame.is_graph else UNKNOWN
    return UNKNOWN


def _call_numpy(frame: Frame, dotted: str, arguments: Arguments) -> Value:
    if dotted in host.RANDOM_CLASSES:
        return value(Kind.RNG)
    if any(given.only(CONDITIONS | {Kind.TENSORS}) for given in arguments.all):
        return UNKNOWN
    if (
        dotted in ("numpy.prod", "numpy.product")
        and arguments.positional
        and arguments.positional[0].only(frozenset({Kind.SHAPE}))
    ):
        return INT
    if dotted.startswith("numpy."):
        scalars = arguments.positional and all(given.only(NUMBERS) for given in arguments.positional)
        return (
            FLOAT
            if scalars and dotted.rpartition(".")[2] not in ("arange", "zeros", "ones", "array", "linspace")
            else NDARRAY
        )
    return UNKNOWN


def _call_probability(frame: Frame, callee: Value, arguments: Arguments) -> Value:
    last = callee.dotted.rpartition(".")[2]
    if callee.only(frozenset({Kind.OBJECT})):
        return Value(frozenset({Kind.OBJECT}), dotted="tensorflow_probability.distributions.Distribution")
    if last[:1].isupper():
        return Value(frozenset({Kind.OBJECT}), dotted=callee.dotted)
    return frame.tensors() if frame.is_graph and any(given.only(SYMBOLIC) for given in arguments.all) else UNKNOWN
