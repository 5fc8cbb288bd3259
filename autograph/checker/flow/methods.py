"""What methods give, by what they are called on and by their names."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from autograph.checker.knowledge import host, keras
from autograph.checker.knowledge import tensorflow as tf
from autograph.checker.model.values import (
    BOOL,
    INT,
    NDARRAY,
    NONE,
    SHAPE,
    STR,
    SYMBOLIC,
    TENSORS,
    UNKNOWN,
    Kind,
    Origin,
    Value,
    join,
    value,
)

from .expressions import element_of
from .frame import Frame

if TYPE_CHECKING:
    from .calls import Arguments

_STR_RESULTS = frozenset(
    {"format", "join", "lower", "upper", "strip", "replace", "capitalize", "title", "lstrip", "rstrip"}
)


def call_method(frame: Frame, receiver: Value, node: ast.Attribute, arguments: Arguments) -> Value | None:
    """What a method call gives; None where nothing is known."""
    name = node.attr
    for kinds, handler in _BY_KIND:
        if receiver.only(kinds):
            found = handler(frame, receiver, node, arguments)
            if found is not None:
                return found
    by_class = _of_object(frame, receiver, name, arguments)
    return by_class if by_class is not None else _by_name(frame, receiver, name, arguments)


def _of_tensor(frame: Frame, receiver: Value, node: ast.Attribute, arguments: Arguments) -> Value | None:
    if node.attr in tf.TENSOR_METHODS_TO_SHAPE:
        return SHAPE
    if node.attr == "numpy":
        return NDARRAY
    if receiver.only(frozenset({Kind.VARIABLE})) and node.attr in tf.VARIABLE_METHODS:
        return frame.tensor()
    return None


def _of_array(frame: Frame, receiver: Value, node: ast.Attribute, arguments: Arguments) -> Value | None:
    if node.attr in ("write", "unstack", "scatter", "split", "identity", "grad"):
        return value(Kind.TENSOR_ARRAY)
    if node.attr in ("read", "stack", "concat", "gather"):
        return frame.tensor()
    return frame.tensor("int", 0) if node.attr == "size" else None


def _of_dataset(frame: Frame, receiver: Value, node: ast.Attribute, arguments: Arguments) -> Value | None:
    if node.attr in ("get_next", "reduce"):
        return frame.tensors()
    if node.attr in ("make_one_shot_iterator", "make_initializable_iterator"):
        return value(Kind.DATASET_ITERATOR)
    if node.attr in ("as_numpy_iterator",):
        return value(Kind.ITERATOR)
    if node.attr == "cardinality":
        return frame.tensor("int", 0)
    return value(Kind.DATASET).changed(origin=receiver.origin)


def _of_shape(frame: Frame, receiver: Value, node: ast.Attribute, arguments: Arguments) -> Value | None:
    if node.attr == "as_list":
        return value(Kind.LIST, element=INT)
    if node.attr in ("num_elements", "rank"):
        return INT
    return SHAPE if node.attr in ("concatenate", "merge_with", "with_rank") else BOOL


def _of_str(frame: Frame, receiver: Value, node: ast.Attribute, arguments: Arguments) -> Value | None:
    if node.attr in ("split", "splitlines", "rsplit"):
        return value(Kind.LIST, element=STR)
    return BOOL if node.attr.startswith(("is", "starts", "ends")) else STR


def _of_container(frame: Frame, receiver: Value, node: ast.Attribute, arguments: Arguments) -> Value | None:
    name = node.attr
    element = element_of(receiver)
    if name in ("append", "add", "appendleft", "insert", "extend", "update") and arguments.positional:
        from .statements import extend_container

        added = arguments.positional[-1]
        if name in ("extend", "update"):
            added = element_of(added)
        extend_container(frame, node.value, receiver, added)
        return NONE
    if name == "items":
        return value(Kind.LIST, element=Value(frozenset({Kind.TUPLE}), items=(UNKNOWN, element)))
    if name == "values":
        return value(Kind.LIST, element=element)
    if name == "keys":
        return value(Kind.LIST)
    if name == "setdefault" and len(arguments.positional) == 2 and receiver.origin is Origin.LOCAL:
        return join(element, arguments.positional[1])
    if name in ("get", "pop", "popleft", "setdefault", "popitem"):
        return element
    if name == "copy":
        return receiver.changed(origin=Origin.LOCAL)
    return None


def _of_numpy(frame: Frame, receiver: Value, node: ast.Attribute, arguments: Arguments) -> Value | None:
    return NDARRAY if node.attr not in ("item", "tolist") else UNKNOWN


_BY_KIND: list[tuple[frozenset[Kind], Callable[[Frame, Value, ast.Attribute, Arguments], Value | None]]] = [
    (frozenset({Kind.TENSOR, Kind.TENSORS, Kind.VARIABLE, Kind.EAGER}), _of_tensor),
    (frozenset({Kind.TENSOR_ARRAY}), _of_array),
    (frozenset({Kind.DATASET, Kind.DATASET_ITERATOR}), _of_dataset),
    (frozenset({Kind.SHAPE}), _of_shape),
    (frozenset({Kind.STR}), _of_str),
    (frozenset({Kind.LIST, Kind.DICT, Kind.SET, Kind.TUPLE}), _of_container),
    (frozenset({Kind.NDARRAY}), _of_numpy),
]


def _of_object(frame: Frame, receiver: Value, name: str, arguments: Arguments) -> Value | None:
    dotted = receiver.dotted
    if not dotted or not receiver.only(frozenset({Kind.OBJECT})):
        return None
    if dotted == "tensorflow.GradientTape":
        return _of_tape(frame, name, arguments)
    if dotted.startswith("tensorflow_probability.") and name in tf.DISTRIBUTION_METHODS:
        return frame.tensor() if frame.is_graph else UNKNOWN
    if keras.is_metric(dotted) and name == "result":
        return frame.tensor("float")
    if dotted.startswith("tensorflow.distribute.") and "dataset" in name:
        return value(Kind.DATASET)
    if dotted.startswith("tensorflow.distribute.") and name in ("reduce", "run", "experimental_run_v2"):
        return frame.tensor() if name == "reduce" else TENSORS
    if dotted.startswith("keras.") and keras.is_callable_class(dotted) and name in ("call", "__call__"):
        return frame.tensors()
    return None


def _of_tape(frame: Frame, name: str, arguments: Arguments) -> Value | None:
    if name in ("jacobian", "batch_jacobian", "gradient"):
        sources = arguments.get(1, "sources") or UNKNOWN
        if sources.only(frozenset({Kind.LIST, Kind.TUPLE})):
            return value(Kind.LIST, element=frame.tensor("float"))
        if sources.only(frozenset({Kind.TENSOR, Kind.VARIABLE})) or name == "batch_jacobian":
            return frame.tensor("float")
        return frame.tensors()
    return value(Kind.LIST) if name == "watched_variables" else NONE


def _by_name(frame: Frame, receiver: Value, name: str, arguments: Arguments) -> Value | None:
    """Methods that mean the same whatever has them."""
    if name == "numpy":
        return NDARRAY
    if name == "get_shape":
        return SHAPE
    if name == "as_list" and not arguments.all:
        return value(Kind.LIST, element=INT)
    if name == "deepcopy" and not arguments.all:
        return receiver.fresh()
    if name == "copy" and not arguments.all:
        return receiver.changed(origin=Origin.LOCAL)
    if name in _STR_RESULTS and name in ("format",):
        return STR
    if name in ("items", "values", "keys") and not arguments.all:
        element = UNKNOWN.of(receiver.origin)
        return value(
            Kind.LIST, element=Value(frozenset({Kind.TUPLE}), items=(UNKNOWN, element)) if name == "items" else element
        )
    if name in host.LOG_METHODS and receiver.dotted == "logging.Logger":
        return NONE
    if name in ("gradient", "jacobian") and frame.is_graph:
        return _of_tape(frame, name, arguments)
    if name in ("assign", "assign_add", "assign_sub") and frame.is_graph:
        return frame.tensor()
    if name in ("log_prob", "sample") and frame.is_graph and any(given.only(SYMBOLIC) for given in arguments.all):
        return frame.tensor()
    return (
        value(Kind.DATASET)
        if name in ("experimental_distribute_dataset", "distribute_datasets_from_function")
        else None
    )
