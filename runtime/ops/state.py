"""Constants, feeds, and the ops on variables as functions."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime import dtypes, shapes
from runtime.constants import eager_constant
from runtime.current import state
from runtime.dispatch import apply_one, convert_to_tensor, get_default_graph, is_tensor
from runtime.errors import InvalidArgumentError
from runtime.graph import Operation
from runtime.graph_keys import GraphKeys
from runtime.tensor import Tensor
from runtime.variables import Variable


def constant(value: Any, dtype: Any = None, shape: shapes.ShapeLike = None, name: str = "Const") -> Tensor:
    """A constant tensor.

    Args:
        value: a number, string, numpy array, or nested lists of them. Python numbers become int32 (int64 if they do not
            fit) or float32; numpy values keep their dtype.
        dtype: the dtype to have instead.
        shape: the shape to have; a single value fills it.
        name: for the operation in a graph.

    Raises:
        DTypeError: `dtype` cannot hold the value: a float for an integer type, or a number out of range.
        InvalidArgumentError: the value has no form as a tensor, or not as many elements as `shape`.

    >>> constant([1.5, 2.0])
    <Tensor: shape=(2,), dtype=float32, numpy=array([1.5, 2. ], dtype=float32)>
    >>> constant(0, shape=[2, 2])
    <Tensor: shape=(2, 2), dtype=int32, numpy=
    array([[0, 0],
           [0, 0]], dtype=int32)>
    """
    if shape is not None and not is_tensor(value):
        value = _reshaped(eager_constant(value, None if dtype is None else dtypes.as_dtype(dtype)), shape)
    return convert_to_tensor(value, dtype, name=name)


def _reshaped(tensor: Any, shape: shapes.ShapeLike) -> Any:
    wanted = shapes.as_shape(shape)
    sizes = tuple(wanted.as_list())
    if None in sizes:
        raise InvalidArgumentError(f"A constant has a fully defined shape, not {wanted}.")
    array = tensor._value
    if array.size == 1 and wanted.num_elements() != 1:
        array = np.full(sizes, array.reshape(())[()], array.dtype)
    elif array.size != wanted.num_elements():
        raise InvalidArgumentError(
            f"Cannot make a constant of shape {wanted} ({wanted.num_elements()} elements) from {array.size} values."
        )
    return type(tensor)(array.reshape(sizes), tensor.dtype)


def placeholder(dtype: Any, shape: shapes.ShapeLike = None, name: str | None = None) -> Tensor:
    """A tensor whose value is fed when the graph runs.

    It lives in the open graph, or in the implicit global one.

    Args:
        dtype: the dtype of what will be fed.
        shape: what is known of its shape.
        name: for the operation.

    >>> x = placeholder("float32", [None, 3])
    >>> x.shape
    TensorShape([None, 3])
    """
    attrs = {"dtype": dtypes.as_dtype(dtype), "shape": shapes.as_shape(shape)}
    return get_default_graph().create_op("Placeholder", (), attrs, name).outputs[0]


def placeholder_with_default(input: Any, shape: shapes.ShapeLike, name: str | None = None) -> Tensor:
    """A tensor that may be fed when the graph runs, and is `input` otherwise.

    Args:
        input: the default, of any dtype.
        shape: what is known of the shape of what may be fed.
        name: for the operation.
    """
    default = convert_to_tensor(input)
    attrs = {"shape": shapes.as_shape(shape)}
    if state.graph is None and not hasattr(default, "_value"):
        return apply_one("PlaceholderWithDefault", [default], attrs, name)
    return get_default_graph().create_op("PlaceholderWithDefault", [default], attrs, name).outputs[0]


def assign(ref: Variable, value: Any, name: str | None = None) -> Any:
    """Sets a variable to `value`; what is returned has the new value."""
    return ref.assign(value, name=name)


def assign_add(ref: Variable, value: Any, name: str | None = None) -> Any:
    """Adds `value` to a variable; what is returned has the new value."""
    return ref.assign_add(value, name=name)


def assign_sub(ref: Variable, value: Any, name: str | None = None) -> Any:
    """Subtracts `value` from a variable; what is returned has the new value."""
    return ref.assign_sub(value, name=name)


def global_variables() -> list[Variable]:
    """All variables of the default graph (those outside of graphs have no collection)."""
    return get_default_graph().get_collection(GraphKeys.GLOBAL_VARIABLES)


def local_variables() -> list[Variable]:
    """The variables of the default graph that are not saved."""
    return get_default_graph().get_collection(GraphKeys.LOCAL_VARIABLES)


def trainable_variables(scope: str | None = None) -> list[Variable]:
    """The variables of the default graph that optimizers change; with `scope`, those whose names match that regex."""
    return get_default_graph().get_collection(GraphKeys.TRAINABLE_VARIABLES, scope)


def variables_initializer(var_list: Sequence[Variable], name: str = "init") -> Operation:
    """An operation of the default graph that gives the variables their initial values.

    Variables made outside of graphs have their values already.
    """
    graph = get_default_graph()
    initializers = [variable.initializer for variable in var_list if variable.initializer is not None]
    with graph.control_dependencies(initializers):
        return graph.create_op("NoOp", (), None, name)


def global_variables_initializer() -> Operation:
    """An operation that gives all variables of the default graph their initial values."""
    return variables_initializer(global_variables())


def local_variables_initializer() -> Operation:
    """An operation that gives the local variables of the default graph their initial values."""
    return variables_initializer(local_variables())


def is_variable_initialized(variable: Variable, name: str | None = None) -> Tensor:
    """Whether the variable has a value: bool[]."""
    return apply_one("VarIsInitializedOp", [variable.handle], None, name)
