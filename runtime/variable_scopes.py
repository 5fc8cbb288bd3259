"""`get_variable` and `variable_scope`: variables shared by name, as TensorFlow 1 has them."""

import contextlib
import math
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from runtime import dtypes, scopes, shapes
from runtime.current import current_graph, get_default_graph
from runtime.errors import InvalidArgumentError
from runtime.graph_keys import GraphKeys
from runtime.names import check_text
from runtime.tensor import Tensor
from runtime.variables import Variable

AUTO_REUSE = "AUTO_REUSE"
"""For `reuse`: take the variable of that name if there is one, make it otherwise."""

Initializer = Callable[..., Any]


@dataclass(frozen=True)
class VariableScope:
    """What `get_variable` does by default in a scope.

    Attributes:
        name: what stands before the names of variables, without a slash at its end.
        reuse: False (variables must be new), True (they must exist) or `AUTO_REUSE`.
        initializer: for variables that are made without one.
        regularizer: for variables that are made without one.
        dtype: of variables that are made without one.
        original_name_scope: the name scope that was opened with it.
    """

    name: str = ""
    reuse: Any = False
    initializer: Any = None
    regularizer: Callable[[Variable], Tensor | None] | None = None
    dtype: dtypes.DType = dtypes.float32
    original_name_scope: str = field(default="", compare=False)

    def reuse_variables(self) -> None:
        """Makes this scope, while it is the current one, take existing variables only."""
        _local.scope = replace(_local.scope, reuse=True)


class _Local(threading.local):
    scope = VariableScope()


class _Store:
    """The variables of a graph by name, and how often each scope has been opened by its default name."""

    def __init__(self) -> None:
        self.variables: dict[str, Variable] = {}
        self.scopes: dict[str, int] = {}


_local = _Local()


def _store() -> _Store:
    graph = get_default_graph()
    while graph.building_function and graph.outer_graph is not None:
        graph = graph.outer_graph
    if graph.variable_store is None:
        graph.variable_store = _Store()
    store: _Store = graph.variable_store
    return store


def get_variable_scope() -> VariableScope:
    """The current variable scope."""
    return _local.scope


@contextlib.contextmanager
def variable_scope(
    name_or_scope: str | VariableScope | None,
    default_name: str | None = None,
    values: Sequence[Any] | None = None,
    initializer: Any = None,
    regularizer: Callable[[Variable], Tensor | None] | None = None,
    reuse: Any = None,
    dtype: Any = None,
    auxiliary_name_scope: bool = True,
) -> Iterator[VariableScope]:
    """Context that puts "name/" before the names of variables, and says whether they are shared.

    Args:
        name_or_scope: a name, or a scope to enter again.
        default_name: used and made unique if there is no name.
        values: of no effect.
        initializer: for variables inside that are made without one.
        regularizer: for variables inside that are made without one.
        reuse: True to take existing variables, `AUTO_REUSE` to make those that are missing; None to inherit.
        dtype: of variables inside that are made without one.
        auxiliary_name_scope: whether to open a name scope, too.
    """
    outer = _local.scope
    if isinstance(name_or_scope, VariableScope):
        inner = replace(name_or_scope, reuse=reuse or outer.reuse or name_or_scope.reuse)
        base = inner.name.rpartition("/")[2]
    else:
        base = _scope_name(outer, name_or_scope, default_name)
        inner = replace(outer, name=f"{outer.name}/{base}".lstrip("/"), reuse=reuse or outer.reuse)
    changes = {"initializer": initializer, "regularizer": regularizer, "dtype": dtype and dtypes.as_dtype(dtype)}
    inner = replace(inner, **{name: value for name, value in changes.items() if value is not None})
    opened = scopes.name_scope(base) if auxiliary_name_scope and base else contextlib.nullcontext(None)
    with opened as name_scope:
        _local.scope = replace(inner, original_name_scope=name_scope or inner.original_name_scope)
        try:
            yield _local.scope
        finally:
            _local.scope = outer


def _scope_name(outer: VariableScope, name: str | None, default: str | None) -> str:
    if name is not None:
        check_text(name)
        return name
    if default is None:
        raise ValueError("A variable_scope needs a name or a default_name.")
    full = f"{outer.name}/{default}".lstrip("/")
    opened = _store().scopes
    opened[full] = opened.get(full, -1) + 1
    return f"{default}_{opened[full]}" if opened[full] else default


def get_variable(
    name: str,
    shape: shapes.ShapeLike = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Callable[[Variable], Tensor | None] | None = None,
    trainable: bool | None = True,
    collections: Any = None,
    validate_shape: bool = True,
    constraint: Callable[[Tensor], Tensor] | None = None,
) -> Variable:
    """The variable of that name in the current variable scope: made, or shared with who made it before.

    Args:
        name: its name inside the scope.
        shape: its shape, fully known; None if `initializer` is a value.
        dtype: its dtype (by default the scope's, float32).
        initializer: a value, or a function of shape and dtype; by default Glorot's uniform distribution, zeros for
            integers.
        regularizer: a function of the variable whose result joins the regularization losses.
        trainable: whether optimizers change it by default.
        collections: names of the collections that it joins instead of the global variables.
        validate_shape: False lets values of any shape in.
        constraint: a function that optimizers apply to the new value after an update.

    Raises:
        ValueError: it exists and is not to be shared, or the other way round; or shape or dtype are others.
    """
    check_text(name)
    scope = _local.scope
    full = f"{scope.name}/{name}".lstrip("/")
    known = _store().variables.get(full)
    wanted = dtypes.as_dtype(dtype) if dtype is not None else scope.dtype
    if known is not None:
        return _shared(known, full, scope, shape, None if dtype is None else wanted)
    if scope.reuse is True:
        raise ValueError(
            f"Variable {full} does not exist, or was not created with get_variable(). Did you mean to set "
            f"reuse=AUTO_REUSE in variable_scope?"
        )
    initial = _initial(full, initializer if initializer is not None else scope.initializer, shape, wanted)
    with scopes.name_scope(None):
        variable = Variable(
            initial, trainable, name=full, dtype=dtype, validate_shape=validate_shape, collections=collections,
            constraint=constraint,
        )  # fmt: skip
    _store().variables[full] = variable
    _regularize(variable, full, regularizer or scope.regularizer)
    return variable


def _shared(known: Variable, full: str, scope: VariableScope, shape: Any, dtype: dtypes.DType | None) -> Variable:
    if not scope.reuse:
        source = "" if known.graph is None else f" It was made at {known.op.source}."
        raise ValueError(
            f"Variable {full} already exists, disallowed. Did you mean to set reuse=True or reuse=AUTO_REUSE in "
            f"variable_scope?{source}"
        )
    if shape is not None and not known.shape.is_compatible_with(shape):
        raise ValueError(
            f"Trying to share variable {full}, but specified shape {shapes.as_shape(shape)} and found shape "
            f"{known.shape}."
        )
    if dtype is not None and dtype is not known.dtype:
        raise ValueError(f"Trying to share variable {full}, but specified dtype {dtype} and found dtype {known.dtype}.")
    return known


def _initial(full: str, initializer: Any, shape: shapes.ShapeLike, dtype: dtypes.DType) -> Any:
    if initializer is not None and not callable(initializer):
        return initializer
    sizes = shapes.as_shape(shape)
    if not sizes.is_fully_defined():
        raise InvalidArgumentError(f"Variable {full} needs a fully defined shape, not {sizes}, or an initial value.")
    if initializer is None:
        initializer = _default_initializer(dtype)
    elif isinstance(initializer, type):
        initializer = initializer()
    return lambda: initializer(sizes.as_list(), dtype=dtype)


def _default_initializer(dtype: dtypes.DType) -> Initializer:
    from runtime.ops.creation import zeros

    if dtype.is_floating:
        return glorot_uniform
    if dtype.is_integer or dtype.is_bool:
        return zeros
    raise ValueError(f"There is no default initializer for dtype {dtype}: give one.")


def glorot_uniform(shape: Sequence[int], dtype: Any = dtypes.float32) -> Tensor:
    """Values uniform in ±sqrt(6 / (fan_in + fan_out)) (Glorot and Bengio 2010, equation 16).

    Args:
        shape: [..., inputs, outputs]; the sizes before are those of a convolution's window.
        dtype: a floating dtype.
    """
    from runtime.ops.random import random_uniform

    window = shapes.product(shape[:-2])
    fan_in, fan_out = (shape[0], shape[0]) if len(shape) == 1 else tuple(shape[-2:]) or (1, 1)
    limit = math.sqrt(6.0 / max(1.0, window * (fan_in + fan_out)))
    return random_uniform(shape, -limit, limit, dtype)


def _regularize(variable: Variable, full: str, regularizer: Callable[[Variable], Tensor | None] | None) -> None:
    if regularizer is None:
        return
    with scopes.name_scope(f"{full}/Regularizer/" if current_graph() is not None else None):
        loss = regularizer(variable)
    if loss is not None:
        get_default_graph().add_to_collection(GraphKeys.REGULARIZATION_LOSSES, loss)
