"""Every op comes through here: recorded in a graph, or run at once.

An op is recorded in the graph that is open in this thread; else in the graph of a symbolic input; else it runs at once.
"""

import contextlib
import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from runtime import eager, errors, signature
from runtime.access import inaccessible
from runtime.constants import eager_constant
from runtime.current import current_graph, get_default_graph, init_scope, reset_default_graph, state
from runtime.dtypes import DType, as_dtype, float32, float64, promote_weak
from runtime.eager import Bound, EagerTensor, Literal
from runtime.registry import op_def
from runtime.tensor import Tensor

__all__ = [
    "apply_one", "apply_op", "binary_operands", "convert_to_tensor", "current_graph", "get_default_graph", "init_scope",
    "is_convertible", "is_symbolic", "is_tensor", "reset_default_graph",
]  # fmt: skip

_CACHE_LIMIT = 4096
_bound: dict[Any, Bound] = {}


def apply_op(
    op_type: str,
    inputs: Sequence[Tensor | Sequence[Tensor]] = (),
    attrs: Mapping[str, Any] | None = None,
    name: str | None = None,
) -> Any:
    """Records or runs an op.

    Args:
        op_type: the type of op, by TensorFlow's name.
        inputs: for each input of the op, a tensor (a sequence of tensors where the input is a list).
        attrs: attributes; those that follow from the inputs, or have a default, may be left out.
        name: the name of the operation where one is recorded.

    Returns:
        The list of output tensors. For an op without outputs, the `Operation` if recorded, None if run.

    Raises:
        InvalidArgumentError: the inputs or attributes do not fit the op, or its kernel refused the values.
    """
    bound = None
    if state.plain:
        try:
            if len(inputs) == 2:
                x, y = inputs
                values = (x._value, y._value)  # type: ignore[union-attr]
                key = (op_type, x.dtype, y.dtype)  # type: ignore[union-attr]
            else:
                values = tuple([x._value for x in inputs])  # type: ignore[union-attr]
                key = (op_type, *[x.dtype for x in inputs])  # type: ignore[union-attr,assignment]
            bound = _bound[(key, *attrs.items()) if attrs else key]
        except (AttributeError, KeyError, TypeError):
            pass  # A symbolic input, a list of tensors, an array as an attribute, or the first time.
    if bound is None:
        return _apply(op_type, inputs, attrs or {}, name)
    return eager.run(bound, values)


def apply_one(
    op_type: str,
    inputs: Sequence[Tensor | Sequence[Tensor]] = (),
    attrs: Mapping[str, Any] | None = None,
    name: str | None = None,
) -> Tensor:
    """Records or runs an op with one output, and returns that (see `apply_op`)."""
    return apply_op(op_type, inputs, attrs, name)[0]  # type: ignore[no-any-return]


def _apply(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> Any:
    composite = _composite_of(inputs)
    if composite is not None:
        return composite._apply_op(op_type, inputs, attrs, name)
    graph = state.graph
    if graph is None:
        symbolic = _first_symbolic(inputs)
        if symbolic is None:
            return _run(op_type, inputs, attrs)
        graph = symbolic.graph
        if graph.building_function:
            raise inaccessible(symbolic, None)
    op = graph.create_op(op_type, inputs, attrs, name)
    if op.inputs and op_type != "Cast" and all(tensor.weak for tensor in op.inputs):
        for tensor in op.outputs:
            tensor.weak = True
    return list(op.outputs) if op.outputs else op


def _first_symbolic(inputs: Sequence[Any]) -> Tensor | None:
    for item in inputs:
        if isinstance(item, list | tuple):
            tensor = _first_symbolic(item)
            if tensor is not None:
                return tensor
        elif isinstance(item, Tensor) and not isinstance(item, EagerTensor):
            return item
    return None


def _composite_of(inputs: Sequence[Any]) -> Any:
    """The first of the inputs that is made of several tensors (sparse, ragged) and knows ops of its own, or None."""
    for item in inputs:
        if isinstance(item, list | tuple):
            found = _composite_of(item)
            if found is not None:
                return found
        elif not isinstance(item, Tensor) and hasattr(item, "_apply_op"):
            return item
    return None


def _run(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any]) -> list[EagerTensor] | None:
    bound = _known(op_type, inputs, attrs)
    if bound is None:
        bound = eager.bind(op_type, signature.group_inputs(op_def(op_type), inputs, attrs), attrs)
        _remember(op_type, inputs, attrs, bound)
    flat = tuple(_spread(inputs))
    outputs = eager.run(bound, [tensor._value for tensor in flat])
    if state.recorders:
        record = eager.EagerOperation(bound, flat, tuple(outputs or ()))
        for recorder in state.recorders:
            recorder(record)
    return outputs


def _spread(inputs: Sequence[Any]) -> Iterator[Any]:
    for item in inputs:
        if isinstance(item, list | tuple):
            yield from item
        else:
            yield item


def _key(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any]) -> Any:
    """What decides how an op is bound; that of an op without lists is as in `apply_op`."""
    types = [tuple([t.dtype for t in item]) if isinstance(item, list | tuple) else item.dtype for item in inputs]
    key = (op_type, *types)
    return (key, *attrs.items()) if attrs else key


def _known(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any]) -> Bound | None:
    try:
        return _bound.get(_key(op_type, inputs, attrs))
    except (AttributeError, TypeError):
        return None  # An attribute without a hash, such as an array, or something that is no tensor.


def _remember(op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any], bound: Bound) -> None:
    if len(_bound) >= _CACHE_LIMIT:
        _bound.clear()
    with contextlib.suppress(TypeError):
        _bound[_key(op_type, inputs, attrs)] = bound


# ---------------------------------------------------------------------------------------------- values to tensors


def is_tensor(value: Any) -> bool:
    """Whether `value` is a Tensor, or stands for one as a Variable does."""
    return isinstance(value, Tensor) or hasattr(value, "_as_tensor")


def is_symbolic(value: Any) -> bool:
    """Whether `value` is a Tensor without a value as yet."""
    return isinstance(value, Tensor) and not isinstance(value, EagerTensor)


_CONVERTIBLE = (Tensor, int, float, complex, str, bytes, list, tuple, np.ndarray, np.generic)


def is_convertible(value: Any) -> bool:
    """Whether `convert_to_tensor` may take the value: a number, string, array, tensor, or a list of such."""
    return isinstance(value, _CONVERTIBLE) or hasattr(value, "_as_tensor") or hasattr(value, "__array__")


def convert_to_tensor(value: Any, dtype: Any = None, dtype_hint: Any = None, name: str | None = None) -> Tensor:
    """`value` as an input of an op that is about to be made: an eager tensor, or a constant of the open graph.

    Users get `runtime.conversion.convert_to_tensor`, which tells values, dtypes and errors.

    Args:
        value: what to convert.
        dtype: the dtype to have.
        dtype_hint: the dtype to have if the value can without loss of kind.
        name: for the constant, in the current name scope; without, the op that takes it gives it one, such as "add/y".
    """
    if not isinstance(value, Tensor):
        if hasattr(value, "_as_tensor"):
            value = value._as_tensor()
        else:
            return _convert_value(value, dtype, dtype_hint, name)
    if dtype is not None and value.dtype is not dtype and value.dtype is not as_dtype(dtype):
        raise errors.DTypeError(
            f"Tensor conversion requested dtype {as_dtype(dtype).name} for a tensor with dtype {value.dtype.name}: "
            f"{value!r}. Use cast(tensor, '{as_dtype(dtype).name}')."
        )
    return value  # type: ignore[no-any-return]


def _convert_value(value: Any, dtype: Any, dtype_hint: Any, name: str | None) -> Tensor:
    if isinstance(value, list | tuple) and _holds_tensor(value):
        return _pack(value, dtype or dtype_hint, name)
    wanted = None if dtype is None else as_dtype(dtype)
    hint = None if dtype_hint is None else as_dtype(dtype_hint)
    tensor = eager_constant(value, wanted, hint)
    if state.graph is None:
        return tensor
    if name is None:
        return state.graph.add_operand(tensor._value, tensor.dtype)
    attrs = {"value": tensor._value, "dtype": tensor.dtype}
    return state.graph.create_op("Const", (), attrs, name).outputs[0]


def _holds_tensor(value: Sequence[Any]) -> bool:
    return any(_holds_tensor(v) if isinstance(v, list | tuple) else is_tensor(v) for v in value)


def _pack(items: Sequence[Any], dtype: Any, name: str | None) -> Tensor:
    known = dtype or _first_dtype(items)
    tensors = [
        _pack(item, known, None) if isinstance(item, list | tuple) and _holds_tensor(item)
        else convert_to_tensor(item, dtype, known)
        for item in items
    ]  # fmt: skip
    if name is None and state.graph is not None and not any(hasattr(tensor, "_apply_op") for tensor in tensors):
        return state.graph.add_operand(tensors, known)
    return apply_one("Pack", [tensors], {"axis": 0}, name or "packed")


def _first_dtype(items: Sequence[Any]) -> DType | None:
    for item in items:
        if is_tensor(item):
            return item.dtype  # type: ignore[no-any-return]
        if isinstance(item, list | tuple):
            found = _first_dtype(item)
            if found is not None:
                return found
    return None


def binary_operands(x: Any, y: Any) -> tuple[Tensor, Tensor]:
    """The operands of a binary op as tensors of one dtype.

    A Python number, list or numpy array takes the dtype of its partner if that is of its kind or a wider one: an int
    goes with a float tensor. A Python float beside an int tensor makes both floats, as Python's arithmetic would:
    float64 beside 64 bits, float32 beside fewer. Weak tensors (see `Tensor.weak`) yield likewise.

    Raises:
        DTypeError: the dtypes do not go together.
    """
    if not isinstance(x, Tensor):
        if hasattr(x, "_as_tensor"):
            x = x._as_tensor()
        elif isinstance(y, Tensor) or hasattr(y, "_as_tensor"):
            y = _for_partner(convert_to_tensor(y), x)
            x = _beside(x, y)
        else:
            x = convert_to_tensor(x)
    if not isinstance(y, Tensor):
        x = _for_partner(x, y)
        y = _beside(y, x)
    if x.dtype is not y.dtype and (x.weak or y.weak):
        return _promote_weak(x, y)
    return x, y


def _for_partner(tensor: Tensor, value: Any) -> Tensor:
    """The tensor, made a float if it is an int and its partner is a Python float."""
    if type(value) is float and tensor.dtype.is_integer:
        return apply_one("Cast", [tensor], {"DstT": float64 if tensor.dtype.size == 8 else float32})
    return tensor


def _beside(value: Any, partner: Tensor) -> Tensor:
    """A value as the partner of a tensor; a Python number beside a weak tensor is weak too."""
    kind = type(value)
    if state.graph is None and (kind is int or (kind is float and value != 0)):  # 0.0 and -0.0 are one key.
        return _number(value, partner.dtype)
    tensor = convert_to_tensor(value, None, partner.dtype)
    if partner.weak and state.graph is not None and isinstance(value, int | float):
        tensor.weak = True  # A constant of this graph alone: eager ones are shared.
    return tensor


@functools.lru_cache(maxsize=1024, typed=True)
def _number(value: float, dtype: DType) -> EagerTensor:
    tensor = eager_constant(value, hint=dtype)
    return Literal(tensor._value, tensor.dtype)


def _promote_weak(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    if x.weak and y.weak:
        target = promote_weak(x.dtype, y.dtype) if x.dtype.is_integer else promote_weak(y.dtype, x.dtype)
        return _cast_weak(x, target), _cast_weak(y, target)
    if x.weak and promote_weak(x.dtype, y.dtype) is y.dtype:
        return _cast_weak(x, y.dtype), y
    if y.weak and promote_weak(y.dtype, x.dtype) is x.dtype:
        return x, _cast_weak(y, x.dtype)
    if x.weak and x.dtype.is_floating and y.dtype.is_integer:
        return x, apply_one("Cast", [y], {"DstT": x.dtype})
    if y.weak and y.dtype.is_floating and x.dtype.is_integer:
        return apply_one("Cast", [x], {"DstT": y.dtype}), y
    return x, y


def _cast_weak(tensor: Tensor, dtype: DType) -> Tensor:
    if tensor.dtype is dtype:
        return tensor
    result = apply_one("Cast", [tensor], {"DstT": dtype})
    result.weak = True
    return result
