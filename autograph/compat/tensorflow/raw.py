"""`tf.raw_ops`: every op type as a function of its inputs and attributes, by keyword."""

from __future__ import annotations

import collections
import functools
from collections.abc import Sequence
from typing import Any

from runtime import registry
from runtime.dispatch import apply_op, convert_to_tensor, is_tensor
from runtime.names import nearest
from runtime.registry import ArgDef, OpDef


def __getattr__(op_type: str) -> Any:
    if op_type.startswith("_") or not registry.has_op_def(op_type):
        raise AttributeError(f"There is no op type {op_type!r}.{nearest(op_type, __dir__())}")
    return _function(op_type)


def __dir__() -> list[str]:
    return [name for name in registry.all_op_types() if not name.startswith("_")]


@functools.cache
def _function(op_type: str) -> Any:
    definition = registry.op_def(op_type)
    names = [arg.name for arg in definition.inputs]
    pack = _packer(definition)

    def run(*, name: str | None = None, **given: Any) -> Any:
        """The op on inputs and attributes by TensorFlow's names, as in `tf.raw_ops`; None leaves an attribute out."""
        missing = [key for key in names if key not in given]
        if missing:
            raise TypeError(f"{op_type} needs the inputs {', '.join(missing)}.")
        values = [given.pop(key) for key in names]
        attrs = {key: value for key, value in given.items() if value is not None}
        return pack(apply_op(op_type, _tensors(definition, values, attrs), attrs, name), attrs)

    run.__name__ = run.__qualname__ = op_type
    known = f"inputs: {', '.join(names) or 'none'}; attributes: {', '.join(definition.attrs) or 'none'}"
    run.__doc__ = f"Runs or records {op_type} ({known})."
    return run


def _tensors(definition: OpDef, values: Sequence[Any], attrs: dict[str, Any]) -> list[Any]:
    """The inputs as tensors; Python values take the dtype that a tensor or attribute gives their type attribute."""
    known = dict(attrs)
    for arg, value in zip(definition.inputs, values, strict=True):
        first = next((v for v in (value if arg.is_list else [value]) if is_tensor(v)), None)
        if first is not None and arg.type_attr:
            known.setdefault(arg.type_attr, first.dtype)
    return [_input(arg, value, known) for arg, value in zip(definition.inputs, values, strict=True)]


def _input(arg: ArgDef, value: Any, known: dict[str, Any]) -> Any:
    hint = arg.type or known.get(arg.type_attr or "")
    if arg.is_list:
        return [convert_to_tensor(item, None, hint) for item in value]
    return convert_to_tensor(value, None, hint)


def _packer(definition: OpDef) -> Any:
    """What gives the outputs as TensorFlow does: one as it is, several as a named tuple."""
    if not definition.outputs:
        return lambda made, attrs: made
    if len(definition.outputs) == 1:
        only_list = definition.outputs[0].is_list
        return lambda made, attrs: made if only_list else made[0]
    make = collections.namedtuple(definition.name, [arg.name for arg in definition.outputs])  # type: ignore[misc]

    def pack(made: list[Any], attrs: dict[str, Any]) -> Any:
        """The outputs as a named tuple with a field for each, lists where the op has them."""
        queue = list(made)
        return make(*[_taken(arg, queue, attrs) for arg in definition.outputs])

    return pack


def _taken(arg: ArgDef, queue: list[Any], attrs: dict[str, Any]) -> Any:
    if not arg.is_list:
        return queue.pop(0)
    count = len(attrs[arg.type_list_attr]) if arg.type_list_attr else attrs[arg.number_attr or ""]
    taken = queue[:count]
    del queue[:count]
    return taken
