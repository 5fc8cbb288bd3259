"""The reference engine: a plan as compiled Python over numpy kernels."""

from __future__ import annotations

import builtins
import functools
import itertools
import time
from collections.abc import Callable
from types import CodeType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from runtime.context import RunContext
from runtime.engines import deadlines
from runtime.engines import source as text
from runtime.engines.binding import bound_kernel, kernel_for
from runtime.engines.failures import explained
from runtime.errors import DeadlineExceededError
from runtime.float_errors import SILENT, restore, silence
from runtime.plan import Plan

if TYPE_CHECKING:
    from runtime.graph import Operation

Run = Callable[..., tuple[Any, ...]]
"""Takes the feeds in the plan's order as numpy arrays or scalars, and gives the results.

With `deadline`, in `time.monotonic()` seconds, each turn of a loop and each call look at the clock.
"""

_numbers = itertools.count(1)


class _Code(NamedTuple):
    """A plan's text, compiled, and all that it names except for what depends on the context."""

    source: text.Source
    code: CodeType
    names: dict[str, Any]


def compile(plan: Plan, context: RunContext) -> Run:
    """What runs a plan.

    Args:
        plan: the plan.
        context: the resources, random state and output of the runs.

    Raises:
        UnimplementedError: an op of the plan has no kernel.
    """
    source, code, _ = generated = _generated(plan, timed=False)
    run = _bind(generated, context)

    @functools.cache
    def timed() -> tuple[_Code, Run]:
        """The code that looks at a deadline, generated when a run has one for the first time."""
        generated = _generated(plan, timed=True)
        return generated, _bind(generated, context)

    def call(*arrays: Any, deadline: float | None = None) -> tuple[Any, ...]:
        """Runs the plan; what a kernel raises names the operation and the user's line."""
        previous = silence(SILENT)
        try:
            if deadline is None:
                return run(*arrays)
            with deadlines.until(deadline):
                return timed()[1](deadline, *arrays)
        except Exception as error:
            if deadline is None:
                _fail(error, source, code.co_filename)
            _fail(error, timed()[0].source, timed()[0].code.co_filename)
        finally:
            restore(previous)

    return call


def _fail(error: Exception, source: text.Source, filename: str) -> NoReturn:
    told = explained(error, source, filename)
    if told is error:
        raise error
    raise told from error


def _generated(plan: Plan, timed: bool) -> _Code:
    """The code of a plan, made once."""
    key = "reference", timed
    known: _Code | None = plan.compiled.get(key)
    if known is None:
        source = text.generate(plan, timed)
        filename = f"<plan {next(_numbers)}>"
        kernels = source.kernels.items()
        names = {
            **source.constants,
            **{name: bound_kernel(op) for name, op in kernels if not _wants_context(op)},
            text.NOW: time.monotonic,
            text.EXPIRE: _expire,
        }
        known = plan.compiled[key] = _Code(source, builtins.compile(source.text, filename, "exec"), names)
    return known


def text_of(plan: Plan, timed: bool) -> tuple[str, dict[int, text.Place]]:
    """The name of the file that the text of a plan is said to be in, and what its lines do (see `step_stats`)."""
    source, code, _ = _generated(plan, timed)
    return code.co_filename, source.places


def _bind(generated: _Code, context: RunContext) -> Run:
    names = dict(generated.names)
    for name, op in generated.source.kernels.items():
        if _wants_context(op):
            names[name] = bound_kernel(op, context)
    for name, op in generated.source.handles.items():
        names[name] = bound_kernel(op, context)()
    exec(generated.code, names)
    run: Run = names["run"]
    return run


def _wants_context(op: Operation) -> bool:
    return bool(kernel_for(op).surroundings)


def _expire() -> NoReturn:
    raise DeadlineExceededError("The time ran out: the run did not end before its deadline.")
