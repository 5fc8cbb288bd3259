"""What users call: compile a function, convert it, or look at its converted source."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from .conversion import NOT_CONVERTED, conversion, convert_callable
from .errors import UsageError

if TYPE_CHECKING:
    from runtime.function import Function
    from runtime.tensor_spec import TensorSpec

Rules = Literal["error", "frozen", "warn", "off"]
F = TypeVar("F", bound=Callable[..., Any])


@overload
def function(python_function: Callable[..., Any], /) -> Function:
    """Without options: the function itself, compiled."""


@overload
def function(
    *,
    input_signature: Sequence[TensorSpec] | None = None,
    name: str | None = None,
    autograph: bool = True,
    reduce_retracing: bool = False,
    rules: Rules = "error",
) -> Callable[[Callable[..., Any]], Function]:
    """With options: what compiles a function by them."""


def function(
    python_function: Callable[..., Any] | None = None,
    /,
    *,
    input_signature: Sequence[TensorSpec] | None = None,
    name: str | None = None,
    autograph: bool = True,
    reduce_retracing: bool = False,
    rules: Rules = "error",
) -> Any:
    """Compiles a Python function to a graph: the first call traces it, later calls run the graph.

    Args:
        python_function: a function, method, lambda, partial or callable object; None to use this as `@function(...)`.
        input_signature: one TensorSpec an argument; all calls then share one trace.
        name: the name of the graph; the function's own when None.
        autograph: whether control flow is converted; without it a tensor condition is an error.
        reduce_retracing: whether tensor shapes are relaxed as soon as they change.
        rules: what becomes of the usage rules at the first call (see `autograph rule`): "error" raises where one is
            broken for certain and warns where it probably is, "warn" warns of both, "off" asks for none; "frozen"
            raises for random numbers that would be the same on each call and warns of the rest. The comments
            `# noqa: AG103` and `# autograph: ignore[AG103] reason` silence a line.

    Returns:
        A callable `Function` with the signature of the original.

    Raises:
        UsageError: at the first call, where a rule is broken; or `rules` is none of these.
        ConversionError: at the first call, where the source is not available or cannot be converted.

    >>> import runtime as rt
    >>> @function
    ... def halvings(x):
    ...     n = 0
    ...     while x > 1:
    ...         x = x // 2
    ...         n += 1
    ...     return n
    >>> int(halvings(rt.constant(40)))
    5
    """
    from runtime.function import Function

    check = _check(rules) if autograph else None

    def compiled(target: Callable[..., Any]) -> Function:
        """The function with these options."""
        return Function(
            target,
            name=name,
            input_signature=input_signature,
            reduce_retracing=reduce_retracing,
            convert=to_graph if autograph else None,
            check=check,
        )

    return compiled if python_function is None else compiled(python_function)


def _check(rules: Rules) -> Callable[..., None] | None:
    """What a compiled function calls before it is traced for the first time."""
    if rules not in ("error", "frozen", "warn", "off"):
        raise UsageError(f"`rules` is {rules!r}", fix='it is "error", "frozen", "warn" or "off".')
    if rules == "off":
        return None

    def check(target: Any, receiver: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Holds the function to the usage rules, before its first trace."""
        from .checker.enforcement.enforce import enforce

        enforce(rules, target, receiver, args, kwargs)

    return check


def to_graph(entity: F, /) -> F:
    """The converted form of a function: the same Python where no tensor is involved, graph control flow where one is.

    Args:
        entity: a function, method, lambda, partial or callable object.

    Returns:
        A callable of the same signature. Where a graph is built, or an argument is symbolic, it adds to the graph.

    Raises:
        ConversionError: the source is not available or cannot be converted.

    >>> import runtime as rt
    >>> def sign(x):
    ...     if x > 0:
    ...         return 1
    ...     return -1
    >>> with rt.Graph().as_default():
    ...     x = rt.placeholder(rt.float32, [])
    ...     y = to_graph(sign)(x)
    ...     rt.Session().run(y, {x: -3.0})
    -1
    """
    from .operators import entry
    from .operators.backend import shortened

    try:
        made: F = entry(convert_callable(entity), entity)  # type: ignore[assignment]
    except Exception as error:
        raise shortened(error)  # noqa: B904 (it keeps its causes)
    return made


def to_code(entity: Callable[..., Any], /) -> str:
    """The converted source of a function, as text that runs.

    Args:
        entity: a function, method, lambda, partial or callable object.

    Raises:
        ConversionError: the source is not available or cannot be converted.

    >>> def double_if_positive(x):
    ...     if x > 0:
    ...         x = x * 2
    ...     return x
    >>> print(to_code(double_if_positive))
    import autograph as ag
    <BLANKLINE>
    <BLANKLINE>
    def double_if_positive(x):
        for then in ag.if_(x > 0, ('x',)):
            if then:
                x = x * 2
        return x
    <BLANKLINE>
    """
    from .operators.backend import shortened
    from .syntax.rendering import render

    try:
        return render(conversion(plain_function(entity)))
    except Exception as error:
        raise shortened(error)  # noqa: B904 (it keeps its causes)


def convert(python_function: F | None = None, /) -> Any:
    """Decorator: converts a function at its first call, and runs it in whatever graph is being built then.

    >>> @convert
    ... def clip(x):
    ...     if x < 0:
    ...         x = 0
    ...     return x
    >>> clip(-3)
    0
    """

    def decorate(target: F) -> Any:
        """The function, which is converted when it is first called."""

        @functools.wraps(target)
        def call(*args: Any, **kwargs: Any) -> Any:
            """Calls the converted function."""
            return to_graph(target)(*args, **kwargs)

        return call

    return decorate if python_function is None else decorate(python_function)


def do_not_convert(target: F | None = None, /) -> Any:
    """Decorator: the function is called as it is, also from converted code.

    >>> @do_not_convert
    ... def logged(x):
    ...     return x
    >>> to_graph(logged) is logged
    True
    """

    def mark(function: F) -> F:
        """Marks the function, and gives it back."""
        setattr(function, NOT_CONVERTED, True)
        return function

    return mark if target is None else mark(target)


def set_loop_options(
    *,
    maximum_iterations: Any = None,
    parallel_iterations: int = 10,
    swap_memory: bool = False,
    shape_invariants: Sequence[tuple[Any, Any]] = (),
) -> None:
    """Tells the innermost staged loop around the call about itself; without effect in a loop that Python runs.

    Args:
        maximum_iterations: the loop stops after so many turns.
        parallel_iterations: a hint kept in the graph.
        swap_memory: a hint, accepted and without effect.
        shape_invariants: pairs of a loop variable and the shape it keeps through the loop.
    """
    from .operators import set_loop_options as tell

    tell(
        maximum_iterations=maximum_iterations,
        parallel_iterations=parallel_iterations,
        swap_memory=swap_memory,
        shape_invariants=shape_invariants,
    )


def plain_function(entity: Any) -> Any:
    """The Python function behind a method, a partial object or a callable object."""
    while isinstance(entity, functools.partial):
        entity = entity.func
    entity = getattr(entity, "python_function", entity)
    entity = getattr(entity, "__func__", entity)
    call = getattr(type(entity), "__call__", None)  # noqa: B004 (its code is looked at)
    if not hasattr(entity, "__code__") and not isinstance(entity, type) and hasattr(call, "__code__"):
        return call
    return entity
