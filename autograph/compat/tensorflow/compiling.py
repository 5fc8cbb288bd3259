"""`tf.function` and `tf.autograph`: the compiler with TensorFlow's arguments."""

from __future__ import annotations

import enum
import logging
from collections.abc import Callable, Sequence
from typing import Any

from autograph import api

_logger = logging.getLogger("autograph")


class Feature(enum.Enum):
    """TensorFlow's names for parts of the conversion. They are accepted; everything is converted always."""

    ALL = "ALL"
    AUTO_CONTROL_DEPS = "AUTO_CONTROL_DEPS"
    ASSERT_STATEMENTS = "ASSERT_STATEMENTS"
    BUILTIN_FUNCTIONS = "BUILTIN_FUNCTIONS"
    EQUALITY_OPERATORS = "EQUALITY_OPERATORS"
    LISTS = "LISTS"
    NAME_SCOPES = "NAME_SCOPES"

    @classmethod
    def all(cls) -> tuple[Feature, ...]:
        """All of them."""
        return tuple(cls)

    @classmethod
    def all_but(cls, exclude: Feature | Sequence[Feature]) -> tuple[Feature, ...]:
        """All of them without some."""
        left_out = [exclude] if isinstance(exclude, Feature) else exclude
        return tuple(feature for feature in cls if feature is not cls.ALL and feature not in left_out)


def function(
    func: Callable[..., Any] | None = None,
    input_signature: Sequence[Any] | None = None,
    autograph: bool = True,
    jit_compile: bool | None = None,
    reduce_retracing: bool = False,
    experimental_implements: str | None = None,
    experimental_autograph_options: Any = None,
    experimental_attributes: Any = None,
    experimental_relax_shapes: bool | None = None,
    experimental_compile: bool | None = None,
    experimental_follow_type_hints: bool | None = None,
) -> Any:
    """Compiles a Python function to a graph: `autograph.function` with the arguments of TensorFlow's `tf.function`.

    Usage rules that are broken give warnings, since TensorFlow runs such functions, too. Only random numbers of
    Python's or numpy's raise: on each call they would be those of the first, which nobody means and nothing shows.

    Args:
        func: the function; None to use this as a decorator with arguments.
        input_signature: a TensorSpec for each argument; all calls then share one trace.
        autograph: whether control flow is converted.
        jit_compile: accepted and without effect: there is one compiler.
        reduce_retracing: whether shapes that change are taken as unknown at once.
        experimental_implements: accepted and without effect.
        experimental_autograph_options: accepted and without effect: everything is converted.
        experimental_attributes: accepted and without effect.
        experimental_relax_shapes: the older name of `reduce_retracing`.
        experimental_compile: the older name of `jit_compile`.
        experimental_follow_type_hints: accepted and without effect.

    >>> @function(jit_compile=True)
    ... def absolute(x):
    ...     return x if x > 0 else -x
    >>> int(absolute(-3))
    3
    """
    decorate = api.function(
        input_signature=input_signature,
        autograph=autograph,
        rules="frozen",
        reduce_retracing=reduce_retracing or bool(experimental_relax_shapes),
    )
    return decorate if func is None else decorate(func)


def to_graph(
    entity: Callable[..., Any], recursive: bool = True, experimental_optional_features: Any = None
) -> Callable[..., Any]:
    """The converted form of a function (see `autograph.to_graph`).

    Args:
        entity: the function.
        recursive: accepted and without effect: what the function calls is converted when it is called.
        experimental_optional_features: accepted and without effect.
    """
    return api.to_graph(entity)


def to_code(entity: Callable[..., Any], recursive: bool = True, experimental_optional_features: Any = None) -> str:
    """The converted source of a function (see `autograph.to_code`).

    Args:
        entity: the function.
        recursive: accepted and without effect.
        experimental_optional_features: accepted and without effect.
    """
    return api.to_code(entity)


def set_loop_options(
    parallel_iterations: int | None = None,
    swap_memory: bool | None = None,
    maximum_iterations: Any = None,
    shape_invariants: Sequence[tuple[Any, Any]] | None = None,
) -> None:
    """Tells the innermost staged loop around the call about itself (see `autograph.set_loop_options`)."""
    api.set_loop_options(
        maximum_iterations=maximum_iterations,
        parallel_iterations=10 if parallel_iterations is None else parallel_iterations,
        swap_memory=bool(swap_memory),
        shape_invariants=shape_invariants or (),
    )


def set_verbosity(level: int, alsologtostdout: bool = False) -> None:
    """Sets how much the logger "autograph" tells: 0 warnings, 1 information, more everything."""
    _logger.setLevel({0: logging.WARNING, 1: logging.INFO}.get(level, logging.DEBUG))
    if alsologtostdout and not _logger.handlers:
        _logger.addHandler(logging.StreamHandler())


def trace(*args: Any) -> None:
    """Prints its arguments while the function around is traced."""
    print(*args)
