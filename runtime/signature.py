"""Checks the inputs and attributes of an op against its definition, and infers what follows from them.

An `OpDef` says `AddV2(x: T, y: T) -> z: T`. Given the inputs, this finds T, checks that both agree and that the kernel
may have it, and gives the dtypes of the outputs.
"""

import numbers
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from runtime import dtypes, shapes
from runtime.errors import DTypeError, InvalidArgumentError
from runtime.names import nearest
from runtime.registry import MISSING, ArgDef, AttrDef, OpDef
from runtime.tensor import Tensor

Group = tuple[Tensor, ...]


class Attrs(dict[str, Any]):
    """The attributes of an op by name; a missing one reads as the default of the op's definition."""

    __slots__ = ("_op_def",)

    def __init__(self, values: Mapping[str, Any], op_def: OpDef) -> None:
        super().__init__(values)
        self._op_def = op_def

    def __missing__(self, name: str) -> Any:
        return self._op_def.default(name)


def group_inputs(op_def: OpDef, inputs: Sequence[Any], attrs: Mapping[str, Any]) -> list[Group]:
    """The input tensors for each input argument of the op.

    Args:
        op_def: the definition.
        inputs: one item for each argument (a tensor, or a sequence of them where the argument is a list), or all
            tensors in one flat list.
        attrs: tells the lengths of lists in a flat list, where more than one has to be known.

    Raises:
        InvalidArgumentError: the number of inputs is wrong.
    """
    args = op_def.inputs
    if len(inputs) == len(args) and all(_fits(arg, item) for arg, item in zip(args, inputs, strict=True)):
        return [tuple(item) if arg.is_list else (item,) for arg, item in zip(args, inputs, strict=True)]
    if all(isinstance(item, Tensor) for item in inputs):
        return _group_flat(op_def, inputs, attrs)
    raise InvalidArgumentError(_arity_text(op_def, inputs))


def _fits(arg: ArgDef, item: Any) -> bool:
    return arg.is_list is not isinstance(item, Tensor)


def _group_flat(op_def: OpDef, inputs: Sequence[Tensor], attrs: Mapping[str, Any]) -> list[Group]:
    lengths = [_list_length(arg, attrs) if arg.is_list else 1 for arg in op_def.inputs]
    if lengths.count(None) == 1:
        lengths[lengths.index(None)] = len(inputs) - sum(length for length in lengths if length is not None)
    groups, start = [], 0
    for length in lengths:
        if length is None or length < 0 or start + length > len(inputs):
            raise InvalidArgumentError(_arity_text(op_def, inputs))
        groups.append(tuple(inputs[start : start + length]))
        start += length
    if start != len(inputs):
        raise InvalidArgumentError(_arity_text(op_def, inputs))
    return groups


def _list_length(arg: ArgDef, attrs: Mapping[str, Any]) -> int | None:
    if arg.type_list_attr is not None:
        types = attrs.get(arg.type_list_attr)
        return None if types is None else len(types)
    return attrs.get(arg.number_attr or "")


def _arity_text(op_def: OpDef, inputs: Sequence[Any]) -> str:
    names = ", ".join(f"[{arg.name}]" if arg.is_list else arg.name for arg in op_def.inputs)
    got = ", ".join(_describe(item) for item in inputs)
    return f"Op {op_def.name} takes {len(op_def.inputs)} inputs ({names}), but got {len(inputs)}: ({got})"


def _describe(item: Any) -> str:
    if isinstance(item, Tensor):
        return f"{item.dtype.name} tensor"
    if isinstance(item, list | tuple):
        return f"[{', '.join(map(_describe, item))}]"
    return f"{item!r}, which is no tensor"


def complete_attrs(op_def: OpDef, groups: Sequence[Group], given: Mapping[str, Any]) -> Attrs:
    """The attributes of an op: those given, checked, and those that follow from the inputs.

    Attributes left to their defaults are not stored; `Attrs` finds them.

    Raises:
        DTypeError: an input has a dtype that does not match, or that the op does not take.
        InvalidArgumentError: an attribute is unknown, missing or has a wrong value.
    """
    attrs = Attrs({name: _check_given(op_def, name, value) for name, value in given.items()}, op_def)
    source: dict[str, str] = {}
    for arg, group in zip(op_def.inputs, groups, strict=True):
        _infer(op_def, arg, group, attrs, source)
    for name, attr in op_def.attrs.items():
        if name not in attrs and attr.default is MISSING:
            raise InvalidArgumentError(f"Op {op_def.name} needs a value for its attribute {name!r} ({attr.type}).")
    return attrs


def _check_given(op_def: OpDef, name: str, value: Any) -> Any:
    attr = op_def.attrs.get(name)
    if attr is None:
        if name.startswith("_"):
            return value
        hint = nearest(name, op_def.attrs)
        raise InvalidArgumentError(f"Op {op_def.name} has no attribute {name!r}.{hint}")
    try:
        value = attr_value(attr.type, value)
    except (TypeError, ValueError) as error:
        raise InvalidArgumentError(f"Attribute {name!r} of op {op_def.name} must be {attr.type}: {error}") from error
    _check_limits(op_def, attr, value)
    return value


def attr_value(kind: str, value: Any) -> Any:
    """`value` in the form in which attributes of a type are kept: DType, TensorShape, numpy array, tuple, int ...

    Args:
        kind: TensorFlow's name of the attribute's type, such as "shape" or "list(int)".
        value: what the caller gave.

    Raises:
        TypeError, ValueError: it is of another kind.
    """
    if kind.startswith("list("):
        return tuple([attr_value(kind[5:-1], item) for item in value])
    return _ATTR_READERS[kind](value)


def _read_int(value: Any) -> int:
    if isinstance(value, numbers.Integral):
        return int(value)
    raise TypeError(f"{value!r} is no integer")


def _read_float(value: Any) -> float:
    if isinstance(value, numbers.Real):
        return float(value)
    raise TypeError(f"{value!r} is no number")


def _read_bool(value: Any) -> bool:
    if isinstance(value, bool | np.bool_):
        return bool(value)
    raise TypeError(f"{value!r} is no bool")


def _read_string(value: Any) -> str | bytes:
    if isinstance(value, str | bytes):
        return value
    raise TypeError(f"{value!r} is no string")


_ATTR_READERS: dict[str, Any] = {
    "type": dtypes.as_dtype,
    "shape": shapes.as_shape,
    "int": _read_int,
    "float": _read_float,
    "bool": _read_bool,
    "string": _read_string,
    "tensor": np.asanyarray,
    "func": lambda graph: graph,
}


def _check_limits(op_def: OpDef, attr: AttrDef, value: Any) -> None:
    if attr.minimum is not None and (value if attr.type == "int" else len(value)) < attr.minimum:
        what = "at least" if attr.type == "int" else "a list of at least"
        raise InvalidArgumentError(f"Attribute {attr.name!r} of op {op_def.name} must be {what} {attr.minimum}")
    if attr.allowed is None:
        return
    for item in value if attr.type.startswith("list(") else (value,):
        if (item.decode() if isinstance(item, bytes) else item) not in attr.allowed:
            allowed = ", ".join(sorted(map(str, attr.allowed)))
            raise InvalidArgumentError(f"Attribute {attr.name!r} of op {op_def.name} must be one of {allowed}: {item}")


def _infer(op_def: OpDef, arg: ArgDef, group: Group, attrs: Attrs, source: dict[str, str]) -> None:
    if arg.type_list_attr is not None:
        _settle_list(op_def, arg, group, attrs)
        return
    if arg.number_attr is not None:
        _settle_number(op_def, arg, len(group), attrs)
    for tensor in group:
        if arg.type is not None:
            if tensor.dtype is not arg.type:
                raise DTypeError(
                    f"Input '{arg.name}' of '{op_def.name}' Op has type {tensor.dtype.name}, expected {arg.type.name}."
                )
        elif arg.type_attr is not None:
            _settle_type(op_def, arg, tensor.dtype, attrs, source)


def _settle_type(op_def: OpDef, arg: ArgDef, dtype: dtypes.DType, attrs: Attrs, source: dict[str, str]) -> None:
    name = arg.type_attr or ""
    known = attrs.get(name)
    if known is None:
        allowed = op_def.attrs[name].allowed
        if allowed is not None and dtype not in allowed:
            choices = ", ".join(sorted(d.name for d in allowed))
            hint = f" {_OF_TEXT}" if dtype is dtypes.string else ""
            raise DTypeError(
                f"Input '{arg.name}' of '{op_def.name}' Op has type {dtype.name}, which is none of {choices}.{hint}"
            )
        attrs[name] = dtype
        source[name] = arg.name
    elif known is not dtype:
        given = f"attribute {name}={known.name}"
        other = f"type {known.name} of argument '{source[name]}'" if name in source else given
        raise DTypeError(
            f"Input '{arg.name}' of '{op_def.name}' Op has type {dtype.name} that does not match {other}. "
            f"{_way_out(known, dtype)}"
        )
    else:
        source.setdefault(name, arg.name)


_OF_TEXT = (
    "Text and numbers do not mix in a graph: make text of a number with strings.as_string(...), a number of text with "
    "strings.to_number(...), or let Python do it, on values that are no tensors."
)


def _way_out(known: dtypes.DType, other: dtypes.DType) -> str:
    """What to do about two dtypes that do not match: a cast that loses least, where there is one."""
    if dtypes.string in (known, other):
        return _OF_TEXT
    wider = other if _rank(other) > _rank(known) else known
    return f"Convert one of them, for example with cast(..., '{wider.name}')."


def _rank(dtype: dtypes.DType) -> int:
    """Bools below integers, these below floats, and complex numbers above all."""
    return 3 if dtype.is_complex else 2 if dtype.is_floating else 1 if dtype.is_integer else 0


def _settle_number(op_def: OpDef, arg: ArgDef, count: int, attrs: Attrs) -> None:
    name = arg.number_attr or ""
    if attrs.setdefault(name, count) != count:
        raise InvalidArgumentError(
            f"Input '{arg.name}' of '{op_def.name}' Op is a list of {count} tensors, expected {name}={attrs[name]}."
        )
    _check_limits(op_def, op_def.attrs[name], count)


def _settle_list(op_def: OpDef, arg: ArgDef, group: Group, attrs: Attrs) -> None:
    name = arg.type_list_attr or ""
    types = tuple([tensor.dtype for tensor in group])
    expected = attrs.setdefault(name, types)
    if expected != types:
        raise DTypeError(
            f"Input '{arg.name}' of '{op_def.name}' Op has types [{_names(types)}], "
            f"expected {name}=[{_names(expected)}]."
        )
    _check_limits(op_def, op_def.attrs[name], types)


def _names(types: Sequence[dtypes.DType]) -> str:
    return ", ".join(dtype.name for dtype in types)


def output_dtypes(op_def: OpDef, attrs: Mapping[str, Any]) -> tuple[dtypes.DType, ...]:
    """The dtypes of an op's outputs, lists spread out."""
    result: list[dtypes.DType] = []
    for arg in op_def.outputs:
        if arg.type_list_attr is not None:
            result.extend(attrs[arg.type_list_attr])
        else:
            dtype = arg.type if arg.type is not None else attrs[arg.type_attr or ""]
            result.extend([dtype] * (1 if arg.number_attr is None else attrs[arg.number_attr]))
    return tuple(result)
