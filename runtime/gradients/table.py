"""One-line entries for gradient tables, in the manner of HIPS autograd's `defvjp`.

    unary("Sin", lambda g, x, y: g * op("Cos", x))
    binary("Mul", lambda g, x, y, z: g * y, lambda g, x, y, z: g * x)

A rule gets `g`, the gradient with respect to an op's output, and gives that with respect to an input. What nobody wants
is not computed: a table entry is a function for each input, and the sweep says which inputs matter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from runtime.autodiff import Gradient, Update
from runtime.current import current_graph
from runtime.dispatch import apply_op, convert_to_tensor
from runtime.gradients.broadcast import stretched_axes, summed_to
from runtime.registry import gradient
from runtime.tensor import Tensor

Grads: TypeAlias = Sequence["Tensor | None"]
Gradients: TypeAlias = Sequence["Gradient | Update | None"]
InputRule: TypeAlias = Callable[..., "Gradient | Update | None"]


def op(op_type: str, *inputs: Any, **attrs: Any) -> Tensor:
    """Records or runs an op with one output; numbers among the inputs become constants."""
    return ops(op_type, *inputs, **attrs)[0]


def ops(op_type: str, *inputs: Any, **attrs: Any) -> list[Tensor]:
    """Records or runs an op; numbers among the inputs become constants."""
    result: list[Tensor] = apply_op(op_type, [_as_input(value) for value in inputs], attrs or None)
    return result


def _as_input(value: Any) -> Any:
    return value if isinstance(value, Tensor) or _is_list_of_tensors(value) else convert_to_tensor(value)


def _is_list_of_tensors(value: Any) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(item, Tensor) for item in value)


def conj(x: Tensor) -> Tensor:
    """The complex conjugate; `x` itself if it is real."""
    return op("Conj", x) if x.dtype.is_complex else x


class ByInput:
    """A gradient rule made of one function for each input (None: no gradient).

    Each function gets the operation and the gradients of its outputs.
    """

    takes_wanted = True

    def __init__(self, *rules: InputRule | None) -> None:
        self.rules = rules

    def __call__(self, operation: Any, *grads: Tensor | None, wanted: Sequence[bool]) -> Gradients:
        """The gradients of the inputs that are wanted; None for the others."""
        return [
            rule(operation, *grads) if rule is not None and wants else None
            for rule, wants in zip(self.rules, wanted, strict=True)
        ]


class _Unary(ByInput):
    def __call__(self, operation: Any, *grads: Tensor | None, wanted: Sequence[bool]) -> Gradients:
        (rule,) = self.rules
        return [None if rule is None else rule(grads[0], operation.inputs[0], operation.outputs[0])]


class _Binary(ByInput):
    def __call__(self, operation: Any, *grads: Tensor | None, wanted: Sequence[bool]) -> Gradients:
        x, y = operation.inputs
        axes = stretched_axes(x, y)
        results: list[Tensor | None] = []
        for tensor, rule, stretched, wants in zip((x, y), self.rules, axes, wanted, strict=True):
            result: Any = rule(grads[0], x, y, operation.outputs[0]) if rule is not None and wants else None
            results.append(None if result is None else summed_to(result, tensor, stretched))
        return results


def by_input(op_types: str, *rules: InputRule | None) -> None:
    """Enters ops (names with blanks between), with a rule `(operation, *gradients of outputs)` for each input."""
    gradient(*op_types.split())(ByInput(*rules))


def unary(op_types: str, rule: InputRule) -> None:
    """Enters ops y = f(x) with a rule `(g, x, y)`."""
    gradient(*op_types.split())(_Unary(rule))


def binary(op_types: str, x_rule: InputRule | None, y_rule: InputRule | None) -> None:
    """Enters ops z = f(x, y) with broadcasting: rules `(g, x, y, z)` give gradients of z's shape, which are summed."""
    gradient(*op_types.split())(_Binary(x_rule, y_rule))


def wants(rule: Any) -> Any:
    """Decorator for a rule that takes the keyword argument `wanted`: for each input, whether its gradient is read."""
    rule.takes_wanted = True
    return rule


def refused(op_types: str, reason: str) -> None:
    """Enters ops whose gradient exists but is not known here: asking for it is an error that gives the reason."""

    def refuse(operation: Any, *grads: Tensor | None) -> Gradients:
        """LookupError that names the operation and the reason."""
        raise LookupError(f"No gradient defined for operation '{operation.name}' (op type: {operation.type}): {reason}")

    gradient(*op_types.split())(refuse)


def in_part(alone: Callable[[], Gradient], onto: Callable[[Tensor], Tensor]) -> Gradient | Update:
    """A gradient that is zero but for one part: in the body of a loop it is added to what the turns before gave.

    Args:
        alone: makes the gradient.
        onto: adds it to another one.
    """
    return Update(alone, onto) if getattr(current_graph(), "repeats", False) else alone()


def unknown(what: str) -> InputRule:
    """The rule for an input whose gradient exists but is not known here: asking for it is an error."""

    def refuse(*_: Any) -> Tensor:
        """LookupError that names what has no gradient, and a way round."""
        raise LookupError(f"No gradient defined with respect to {what}: hold it constant, as by stop_gradient().")

    return refuse


def same(operation: Any, *names: str) -> dict[str, Any]:
    """Attributes of an operation, to make another one with them."""
    return {name: operation.attrs[name] for name in names}
