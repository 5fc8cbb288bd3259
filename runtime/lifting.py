"""Lifting: making again, outside of a function being traced, what was traced inside it."""

from runtime.current import state
from runtime.dispatch import apply_op
from runtime.tensor import Tensor


def lifted(tensor: Tensor) -> Tensor:
    """`tensor` as one of the current graph (or of eager execution), its operations made again there.

    Needed for `Variable(random_normal([3]))` in a traced function: the variable is made outside, its initial value was
    not.

    Args:
        tensor: a symbolic tensor; one of the current graph, or of a plain graph, is returned as it is.

    Raises:
        ValueError: it depends on an argument of the function.
    """
    return _lift(tensor, {})


def _lift(tensor: Tensor, done: dict[Tensor, Tensor]) -> Tensor:
    graph = tensor.graph
    if graph is state.graph or not graph.building_function:
        return tensor
    if tensor not in done:
        op = tensor.op
        if op.type == "Placeholder":
            done[tensor] = _argument(tensor, done)
        else:
            inputs = [_lift(each, done) for each in op.inputs]
            results = apply_op(op.type, inputs, dict(op.attrs))
            done.update(zip(op.outputs, results, strict=True))
    return done[tensor]


def _argument(tensor: Tensor, done: dict[Tensor, Tensor]) -> Tensor:
    outer = tensor.graph.outer_of(tensor)  # type: ignore[attr-defined]
    if outer is None:
        source = tensor.op.source
        raise ValueError(
            f"The initial value of a variable depends on {tensor!r}{f' (made at {source})' if source else ''}, an "
            f"argument of the function being traced, which has no value yet. Pass the initial value as a function of "
            f"things outside, or make the variable outside of the function."
        )
    return outer if hasattr(outer, "_value") else _lift(outer, done)
