"""What has been saved, in words: variables, signatures, operations; and how two checkpoints differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from runtime.dtypes import DType
from runtime.errors import UnimplementedError
from runtime.formats import messages
from runtime.formats.checkpoints import Reader, open_checkpoint
from runtime.func_graph import FuncGraph
from runtime.graph import Graph, Operation
from runtime.train import attr_values
from runtime.train.saved_things import SavedThing

Message = messages.Message
_UNITS = ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"))


def type_text(dtype: DType | str, shape: Any) -> str:
    """A dtype and shape, such as `float32[2,?]`.

    >>> type_text("float32", [2, None])
    'float32[2,?]'
    """
    name = dtype.name if isinstance(dtype, DType) else dtype
    sizes = "..." if shape is None else ",".join("?" if size is None else str(size) for size in shape)
    return f"{name}[{sizes}]"


def size_text(size: int) -> str:
    """A number of bytes for people.

    >>> size_text(2048), size_text(3)
    ('2.0 KiB', '3 bytes')
    """
    for unit, name in _UNITS:
        if size >= unit:
            return f"{size / unit:.1f} {name}"
    return f"{size} bytes"


def report(thing: SavedThing) -> Iterator[str]:
    """Lines about something that was saved."""
    yield f"{thing.path}: {thing.kind}"
    variables = thing.variables()
    if variables:
        count = sum(prod(shape) for _, _, shape in variables)
        size = sum(prod(shape) * dtype.size for _, dtype, shape in variables)
        yield ""
        yield f"{len(variables)} variables, {count:,} numbers, {size_text(size)}"
        width = max(len(name) for name, _, _ in variables)
        yield from (f"  {name.ljust(width)}  {type_text(dtype, shape)}" for name, dtype, shape in variables)
    if thing.signatures:
        yield ""
        yield "signatures"
        yield from (f"  {_signature(key, signature)}" for key, signature in thing.signatures.items())
    if thing.graph is not None:
        yield ""
        yield from _counts(thing.graph)


def _signature(key: str, signature: Message) -> str:
    inputs = ", ".join(f"{name}: {_info(info)}" for name, info in sorted(signature.inputs.items()))
    outputs = ", ".join(f"{name}: {_info(info)}" for name, info in sorted(signature.outputs.items()))
    return f"{key}({inputs}) -> {outputs}"


def _info(info: Message) -> str:
    return type_text(attr_values.dtype_of(info.dtype), attr_values.shape_of(info.tensor_shape).dims)


def _counts(graph: Graph) -> Iterator[str]:
    operations = graph.get_operations()
    functions = list(functions_of(graph))
    yield f"graph: {len(operations)} operations, {len(functions)} functions"
    counts = Counter(op.type for op in operations)
    for body in functions:
        parameters = {tensor.op for tensor in body.inputs}
        counts.update(op.type for op in body.get_operations() if op not in parameters)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    width = max((len(name) for name in counts), default=0)
    yield from (f"  {name.ljust(width)}  {count}" for name, count in ordered)
    feeds = [op for op in operations if op.type == "Placeholder"]
    if feeds:
        yield "placeholders"
        yield from (f"  {_output(op, 0)}" for op in feeds)


def functions_of(graph: Graph) -> Iterator[FuncGraph]:
    """The functions that the operations of a graph run, each once."""
    from runtime.effects import bodies

    seen: dict[FuncGraph, None] = {}
    pending: list[Graph] = [graph]
    while pending:
        for op in pending.pop(0).get_operations():
            fresh = [body for body in bodies(op) if body not in seen]
            seen.update(dict.fromkeys(fresh))
            pending += fresh
    return iter(seen)


def _output(op: Operation, index: int) -> str:
    tensor = op.outputs[index]
    return f"{tensor.name}: {type_text(tensor.dtype, tensor.shape.dims)}"


# ---------------------------------------------------------------------------------------------- pictures


def listing(graph: Graph) -> Iterator[str]:
    """The operations of a graph and its functions, one a line."""
    yield from map(_line, graph.get_operations())
    for body in functions_of(graph):
        yield ""
        arguments = ", ".join(f"{t.op.name}: {type_text(t.dtype, t.shape.dims)}" for t in body.inputs)
        yield f"function {body.name}({arguments})"
        inner = {tensor.op for tensor in body.inputs}
        yield from (f"  {_line(op)}" for op in body.get_operations() if op not in inner)
        yield f"  return {', '.join(_short(tensor) for tensor in body.outputs)}"


def _line(op: Operation) -> str:
    inputs = [_short(tensor) for tensor in op.inputs] + [f"^{other.name}" for other in op.control_inputs]
    types = ", ".join(type_text(tensor.dtype, tensor.shape.dims) for tensor in op.outputs)
    return f"{op.name} = {op.type}({', '.join(inputs)}){f'  # {types}' if types else ''}"


def _short(tensor: Any) -> str:
    return tensor.op.name if tensor.value_index == 0 else str(tensor.name)


def dot(graph: Graph) -> Iterator[str]:
    """The graph in the language of Graphviz, functions included."""
    from runtime.drawing import to_dot

    yield from to_dot(graph, functions=True).splitlines()


# ---------------------------------------------------------------------------------------------- differences


@dataclass(frozen=True)
class Difference:
    """How one tensor differs between two checkpoints.

    Attributes:
        name: of the tensor.
        mark: "-" only in the first, "+" only in the second, "!" in both, "=" equal.
        text: what there is to say.
    """

    name: str
    mark: str
    text: str = ""


def differences(first: str, second: str, rtol: float = 0.0, atol: float = 0.0) -> Iterator[Difference]:
    """Compares two checkpoints, tensor by tensor.

    Args:
        first: the prefix of a checkpoint.
        second: that of another.
        rtol: numbers that differ by less than this part of the second are equal.
        atol: numbers that differ by less than this are equal.

    Raises:
        NotFoundError: one of them is missing.
        DataLossError: one of them is damaged.
    """
    with open_checkpoint(first) as one, open_checkpoint(second) as other:
        for name in sorted({*one.entries, *other.entries}):
            if name not in other.entries:
                yield Difference(name, "-", _type_in(one, name))
            elif name not in one.entries:
                yield Difference(name, "+", _type_in(other, name))
            else:
                yield _compared(name, one, other, rtol, atol)


def _type_in(reader: Reader, name: str) -> str:
    return type_text(reader.dtype(name), reader.entries[name].shape)


def _compared(name: str, one: Reader, other: Reader, rtol: float, atol: float) -> Difference:
    types = _type_in(one, name), _type_in(other, name)
    if types[0] != types[1]:
        return Difference(name, "!", f"{types[0]} became {types[1]}")
    try:
        a, b = one.read(name), other.read(name)
    except UnimplementedError as error:
        return Difference(name, "!", f"{types[0]} cannot be compared: {error.message}")
    same = a == b if a.dtype == object else np.isclose(a, b, rtol, atol, equal_nan=True) if _is_close(a) else a == b
    count = int(np.size(same) - np.count_nonzero(same))
    if not count:
        return Difference(name, "=", types[0])
    most = "" if a.dtype == object or a.dtype.kind == "b" else f", at most by {_largest(a, b):.6g}"
    return Difference(name, "!", f"{types[0]}: {count} of {np.size(same)} differ{most}")


def _is_close(array: Any) -> bool:
    return bool(array.dtype.kind in "fciu")


def _largest(a: Any, b: Any) -> float:
    """The largest difference between two arrays of numbers."""
    kind = np.complex128 if a.dtype.kind == "c" else np.float64
    with np.errstate(invalid="ignore"):
        return float(np.nanmax(np.abs(a.astype(kind) - b.astype(kind)), initial=0.0))
