"""The slow way to run a graph: op by op, without a plan. What the engine gives must agree with it."""

from runtime.context import RunContext
from runtime.effects import CALL, CASE, IF, WHILE
from runtime.registry import bind_kernel


def interpret(graph, fetches, feeds, context=None):
    """The values of `fetches`, all ops of the graph run in order.

    Args:
        graph: the graph.
        fetches: tensors of it.
        feeds: tensor → value.
        context: the resources.
    """
    context = context or RunContext()
    known = dict(feeds)
    for op in graph.get_operations():
        if op.type == "Placeholder":
            continue
        known.update(zip(op.outputs, _outputs(op, [known[tensor] for tensor in op.inputs], context)))
    return [known[tensor] for tensor in fetches]


def _outputs(op, inputs, context):
    if op.type in IF:
        return _body(op.attrs["then_branch" if inputs[0] else "else_branch"], inputs[1:], context)
    if op.type in CASE:
        branches = op.attrs["branches"]
        index = int(inputs[0])
        return _body(branches[index if 0 <= index < len(branches) else -1], inputs[1:], context)
    if op.type in WHILE:
        while _body(op.attrs["cond"], inputs, context)[0]:
            inputs = _body(op.attrs["body"], inputs, context)
        return inputs
    if op.type in CALL:
        return _body(op.attrs["f"], inputs, context)
    result = bind_kernel(op.type, op.attrs, context, op)(*inputs)
    return result if isinstance(result, tuple) else (result,) if op.outputs else ()


def _body(body, inputs, context):
    return interpret(body, body.outputs, dict(zip(body.inputs, inputs, strict=True)), context)
