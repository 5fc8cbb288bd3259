"""custom_gradient: functions that say themselves what their gradient is."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from runtime import nest, rewrite
from runtime.current import current_graph, state
from runtime.dispatch import apply_op, convert_to_tensor, is_symbolic
from runtime.eager import Bound, EagerOperation, wrap
from runtime.func_graph import FuncGraph
from runtime.functional import home_of
from runtime.registry import op_def
from runtime.signature import Attrs
from runtime.tape import GradientTape, accessed_variables, paused_tapes, watching
from runtime.tensor import Tensor

_F = TypeVar("_F", bound=Callable[..., Any])
Gradient = Callable[..., Any]


def custom_gradient(f: _F) -> _F:
    """Makes a function use the gradient that it returns.

    Args:
        f: returns `(y, grad)`, where `y` is a tensor or a structure of them, and `grad` takes a gradient for each
            tensor in `y` and returns one for each tensor argument of `f` (alone if there is one). If `f` reads
            variables, `grad` has to accept a keyword argument `variables` (a list), and return a pair: the gradients of
            the arguments, and a list of those of the variables.

    Returns:
        A function that returns `y`. In a graph, `grad` is called at once, to record what it does.

    Raises:
        TypeError: `f` reads variables and `grad` does not take `variables`, or the number of gradients is wrong.

    >>> @custom_gradient
    ... def clipped(x):
    ...     return x * 1.0, lambda g: g * 100.0
    >>> x = convert_to_tensor(3.0)
    >>> with GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = clipped(x)
    >>> float(tape.gradient(y, x))
    100.0
    """

    @functools.wraps(f)
    def decorated(*args: Any, **kwargs: Any) -> Any:
        """The function's own result, with its gradient noted on tapes or in the graph."""
        leaves = nest.flatten([args, kwargs])
        if current_graph() is None and not any(map(is_symbolic, leaves)):
            return _run(f, args, kwargs)
        if kwargs:
            raise ValueError("A function with a custom gradient takes keyword arguments only in eager execution.")
        home = home_of(leaves)
        with home.as_default():
            return _record(f, args)

    return decorated  # type: ignore[return-value]


def recompute_grad(f: _F) -> _F:
    """Makes a function compute its intermediate values again when its gradient is taken, to hold less in memory.

    Args:
        f: takes and returns tensors, or structures of them.
    """

    @custom_gradient
    @functools.wraps(f)
    def recomputing(*args: Any, **kwargs: Any) -> Any:
        """The function's result, of which no tape keeps the steps; and how to make its gradient."""
        with paused_tapes():
            result = f(*args, **kwargs)

        def grad(*output_gradients: Tensor, variables: Sequence[Any] = ()) -> Any:
            """The gradients of arguments (and variables), from a second run of the function under a tape."""
            sources = [leaf for leaf in nest.flatten([args, kwargs]) if isinstance(leaf, Tensor)]
            with GradientTape() as tape:
                tape.watch([sources, list(variables)])
                again = f(*args, **kwargs)
            found = tape.gradient(again, [sources, list(variables)], output_gradients=list(output_gradients))
            return tuple(found) if variables else found[0]

        return result, grad

    return recomputing  # type: ignore[return-value]


# ---------------------------------------------------------------------------------------------- eager


class _CustomOperation(EagerOperation):
    """A call of a function with a custom gradient, as tapes see it."""

    __slots__ = ("grad",)

    def __init__(self, inputs: Sequence[Tensor], outputs: Sequence[Tensor], grad: Callable[..., list[Any]]) -> None:
        types = tuple([tensor.dtype for tensor in outputs])
        super().__init__(Bound("IdentityN", None, Attrs({}, op_def("IdentityN")), types), tuple(inputs), tuple(outputs))
        self.grad = grad

    def gradients(self, grads: Sequence[Tensor | None], wanted: Sequence[bool]) -> Sequence[Tensor | None]:
        """What the function's own gradient gives."""
        from runtime.gradients.joining import filled

        return self.grad(filled(self, grads))


def _run(f: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    with accessed_variables() as accessed:
        result, grad = f(*args, **kwargs)
    inputs = [_input(leaf) for leaf in nest.flatten([args, kwargs]) if _is_input(leaf)]
    variables = _not_among(accessed, inputs)
    outputs = [_renewed(convert_to_tensor(leaf)) for leaf in nest.flatten(result)]
    checked = _checked(grad, len(inputs), variables)
    handles = [variable.handle for variable in variables]
    watching(handles)
    record = _CustomOperation([*inputs, *handles], outputs, checked)
    for recorder in state.recorders:
        recorder(record)
    return nest.pack_sequence_as(result, outputs)


def _is_input(leaf: Any) -> bool:
    return isinstance(leaf, Tensor) or isinstance(getattr(leaf, "handle", None), Tensor)


def _input(leaf: Any) -> Tensor:
    handle = getattr(leaf, "handle", None)
    tensor: Tensor = handle if isinstance(handle, Tensor) else leaf
    return tensor


def _not_among(variables: Sequence[Any], inputs: Sequence[Tensor]) -> list[Any]:
    known = set(inputs)
    return [variable for variable in variables if variable.handle not in known]


def _renewed(tensor: Any) -> Tensor:
    """The value as a tensor of its own: `f` may return what it got."""
    return wrap(tensor._value, tensor.dtype)


def _checked(grad: Gradient, count: int, variables: Sequence[Any]) -> Callable[[Sequence[Tensor]], list[Any]]:
    """`grad` as a function of a list that returns gradients of the arguments, then of the variables."""
    if variables and not _takes_variables(grad):
        names = ", ".join(variable.name for variable in variables)
        raise TypeError(
            "If using @custom_gradient with a function that uses variables, then grad_fn must accept a 'variables' "
            f"keyword argument. It reads {names}."
        )

    def call(grads: Sequence[Tensor]) -> list[Any]:
        """The gradients of arguments, then those of variables; an error if they are not as many."""
        if not variables:
            return _of_length(grad(*grads), count, "arguments")
        returned = grad(*grads, variables=list(variables))
        if not isinstance(returned, tuple) or len(returned) != 2:
            raise TypeError("The gradient of a function that uses variables returns (gradients, variable_gradients).")
        return _of_length(returned[0], count, "arguments") + _of_length(returned[1], len(variables), "variables")

    return call


def _takes_variables(grad: Gradient) -> bool:
    parameters = inspect.signature(grad).parameters.values()
    return any(p.name == "variables" or p.kind is p.VAR_KEYWORD for p in parameters)


def _of_length(returned: Any, count: int, what: str) -> list[Any]:
    found = nest.flatten(returned)
    if len(found) != count:
        raise TypeError(
            f"custom_gradient function expected to return {count} gradients, one for each of the {what}, but returned "
            f"{len(found)} instead."
        )
    return found


# ---------------------------------------------------------------------------------------------- in a graph


def _record(f: Callable[..., Any], args: Any) -> Any:
    """Records an IdentityN that passes on what `f` gives, with the graph of its gradient as a private attribute."""
    args = nest.map_structure(lambda leaf: convert_to_tensor(leaf) if _is_input(leaf) else leaf, args)
    with accessed_variables() as accessed:
        result, grad = f(*args)
    inputs = [leaf for leaf in nest.flatten(args) if isinstance(leaf, Tensor)]
    outputs = [convert_to_tensor(leaf) for leaf in nest.flatten(result)]
    checked = _checked(grad, len(inputs), accessed)
    body, given = _traced(checked, outputs)
    tensors = [*outputs, *inputs, *[variable.handle for variable in accessed]]
    positions = tuple([len(outputs) + i for i in given])
    attrs = {"_gradient": rewrite.copied(body), "_gradient_inputs": positions, "_num_results": len(outputs)}
    passed = apply_op("IdentityN", [[*tensors, *body.captures]], attrs)
    return nest.pack_sequence_as(result, passed[: len(outputs)])


def _traced(grad: Callable[..., list[Any]], outputs: Sequence[Tensor]) -> tuple[FuncGraph, list[int]]:
    """The gradient as a function graph, and which of the inputs it gives gradients for."""
    body = FuncGraph("custom_gradient")
    with body.as_default():
        grads = [body.add_input(y.dtype, y.shape, "grad", y.handle_data) for y in outputs]
        found = grad(grads)
        given = [i for i, g in enumerate(found) if g is not None]
        body.outputs = [body.capture(convert_to_tensor(found[i])) for i in given]
    return body, given
