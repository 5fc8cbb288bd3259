"""What has been saved, in words and text pictures: variables, signatures, operations, and how they hang together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import prod
from typing import Any

from runtime.dtypes import DType
from runtime.formats import messages
from runtime.func_graph import FuncGraph
from runtime.graph import Graph, Operation
from runtime.train import attr_values
from runtime.train.saved_things import SavedThing

Message = messages.Message
_MOST_SCOPES = 60
_COUNT_WIDTH = len("999 operations")
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
        yield ""
        yield from picture(thing.graph)


def _signature(key: str, signature: Message) -> str:
    inputs, outputs = (
        ", ".join(f"{name}: {text}" for name, text in types.items()) for types in signature_types(signature).values()
    )
    return f"{key}({inputs}) -> {outputs}"


def signature_types(signature: Message) -> dict[str, dict[str, str]]:
    """The types of the inputs and outputs of a SignatureDef, by name."""
    return {
        "inputs": {name: _info(info) for name, info in sorted(signature.inputs.items())},
        "outputs": {name: _info(info) for name, info in sorted(signature.outputs.items())},
    }


def _info(info: Message) -> str:
    return type_text(attr_values.dtype_of(info.dtype), attr_values.shape_of(info.tensor_shape).dims)


def op_counts(graph: Graph) -> Counter[str]:
    """How many operations of each type there are, in the graph and its functions."""
    counts = Counter(op.type for op in graph.get_operations())
    for body in functions_of(graph):
        parameters = {tensor.op for tensor in body.inputs}
        counts.update(op.type for op in body.get_operations() if op not in parameters)
    return counts


def _counts(graph: Graph) -> Iterator[str]:
    operations, counts = graph.get_operations(), op_counts(graph)
    functions = len(list(functions_of(graph)))
    inner = f", {functions} functions with {counts.total() - len(operations)} more" if functions else ""
    yield f"graph: {len(operations)} operations{inner}"
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


def picture(graph: Graph) -> Iterator[str]:
    """The outermost name scopes of a graph, in the order of making, each with those that it takes something from."""
    counts: dict[str, int] = {}
    sources: dict[str, dict[str, None]] = {}
    for op in graph.get_operations():
        scope = _scope(op)
        counts[scope] = counts.get(scope, 0) + 1
        needed = [*(tensor.op for tensor in op.inputs), *op.control_inputs]
        sources.setdefault(scope, {}).update(dict.fromkeys(other for n in needed if (other := _scope(n)) != scope))
    yield "picture"
    shown = list(counts)[:_MOST_SCOPES]
    width = max(map(len, shown), default=0)
    for scope in shown:
        count = f"{counts[scope]} operation{'s' * (counts[scope] != 1)}"
        arrow = f"  <- {', '.join(sources[scope])}" if sources[scope] else ""
        yield f"  {scope.ljust(width)}  {count:>{_COUNT_WIDTH}}{arrow}".rstrip()
    if len(counts) > len(shown):
        yield f"  … and {len(counts) - len(shown)} more"


def _scope(op: Operation) -> str:
    return op.name.partition("/")[0]


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
