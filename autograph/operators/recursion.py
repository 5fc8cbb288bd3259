"""Functions that call themselves on tensors: they become function graphs that call themselves.

A callee is traced inline. When the trace meets the same function, with arguments of the same types, below a staged
condition, inlining would not end. Then the outer call is taken back and traced as a function of its own: first with the
recursive paths dead, so that the base case gives the types of the result, then with call ops of those types, until
types and captures stay as they are.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from types import CodeType
from typing import Any

from . import backend
from .disagreement import RESULTS, Disagreement, disagreement_error
from .exceptions import Passing
from .lattice import Joining, Spec
from .missing import DEAD
from .place import Place, refusal
from .trace import Hints, die, enter, leave, traces, unwind
from .values import freeze, lift, lower, spec_of, tensor_types

_MOST_TRACES = 8
Call = tuple[tuple[Any, ...], dict[str, Any]]


class _Active:
    """A call that is being traced.

    Attributes:
        code: of the function that the user wrote.
        call: its arguments.
        depth: how many traces are open in it at least.
        spec: of the arguments, when first asked for.
        graph: the function graph, once it is traced as one.
        result: of the function, as far as it is known.
    """

    def __init__(self, code: CodeType, call: Call, depth: int) -> None:
        self.code = code
        self.call = call
        self.depth = depth
        self.graph: Any = None
        self.result: Spec | None = None
        self._spec: Spec | None = None

    @property
    def spec(self) -> Spec:
        """What the call's arguments are, found out once."""
        if self._spec is None:
            self._spec = spec_of(self.call)
        return self._spec

    def accepts(self, call: Call) -> bool:
        """Whether the function graph can be called with these arguments."""
        joining = Joining("", backend.active().join_types)
        return joining.join(self.spec, spec_of(call)) == self.spec and not joining.mismatches


class _NeedsGraph(Passing):
    """Unwinds to an outer call that has to be traced as a function graph."""

    def __init__(self, active: _Active) -> None:
        super().__init__(active)
        self.active = active


class _Calls(threading.local):
    def __init__(self) -> None:
        self.active: list[_Active] = []


_calls = _Calls()


def traced_call(code: CodeType, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Calls a converted function in a trace; a call that recurs on tensors becomes a call op."""
    call: Call = (args, kwargs)
    known = _find(code, call)
    if known is not None:
        return _recursive_call(known, call)
    depth = len(traces())
    active = _Active(code, call, depth)
    _calls.active.append(active)
    try:
        return function(*args, **kwargs)
    except _NeedsGraph as needs:
        if needs.active is not active:
            raise
        unwind(depth)
    finally:
        _calls.active.pop()
    return _as_graph(active, function)


def _find(code: CodeType, call: Call) -> _Active | None:
    """The outer call that this one repeats, if a staged condition lies between."""
    for active in reversed(_calls.active):
        if active.code is not code or active.depth >= len(traces()):
            continue
        if active.graph is not None:
            if active.accepts(call):
                return active
        elif active.spec == spec_of(call):
            raise _NeedsGraph(active)
    return None


def _recursive_call(active: _Active, call: Call) -> Any:
    if active.result is None:
        die()
        return DEAD
    outputs = backend.active().call(active.graph, lower(call, active.spec), tensor_types(active.result))
    return lift(active.result, iter(outputs), _RESULT)


_RESULT = "the result"


def _as_graph(active: _Active, function: Callable[..., Any]) -> Any:
    captures: list[Any] = []
    for _ in range(_MOST_TRACES):
        result, graph = _trace(active, function, captures)
        spec = _joined(active, result)
        found = backend.active().captures(graph)
        settled = spec == active.result and _same(found, captures)
        active.result, captures = spec, found
        if settled:
            with backend.active().building(graph):
                backend.active().set_outputs(graph, lower(result, spec))
            return _recursive_call(active, active.call)
    raise _endless(active, "the types of its result do not settle")


def _trace(active: _Active, function: Callable[..., Any], captures: Sequence[Any]) -> tuple[Any, Any]:
    """One trace of the function as a graph of its own."""
    api = backend.active()
    place = Place(active.code, 0)
    trace = enter(active.code.co_name, place, Hints())
    trace.kind = "call"
    active.graph, active.depth = trace.graph, len(traces())
    _calls.active.append(active)
    try:
        types = tensor_types(active.spec)
        names = active.code.co_varnames
        inputs = [api.placeholder(trace.graph, t, names[i] if i < len(names) else "x") for i, t in enumerate(types)]
        api.capture(trace.graph, captures)
        args, kwargs = lift(active.spec, iter(inputs), "argument")
        result = freeze(function(*args, **kwargs))
    finally:
        _calls.active.pop()
    changed = [location.name for location, before in trace.touched.values() if location.read() is not before]
    leave(trace)
    if trace.dead or result is DEAD:
        raise _endless(active, "every path of it calls itself")
    if changed:
        raise refusal(
            f"the recursive function '{active.code.co_name}' changes outer state: {', '.join(changed)}",
            why="its calls become one graph that calls itself, which cannot carry state.",
            fix="pass the state as an argument and return it.",
        )
    return result, trace.graph


def _joined(active: _Active, result: Any) -> Spec:
    spec = spec_of(result)
    if active.result is None:
        return spec
    joining = Joining(_RESULT, backend.active().join_types)
    joined = joining.join(active.result, spec)
    if joining.mismatches:
        raise disagreement_error([Disagreement(m) for m in joining.mismatches], RESULTS, Place(active.code, 0))
    return joined


def _same(a: Sequence[Any], b: Sequence[Any]) -> bool:
    return len(a) == len(b) and all(x is y for x, y in zip(a, b, strict=True))


def _endless(active: _Active, what: str) -> Exception:
    return refusal(
        f"the recursion of '{active.code.co_name}' has no end: {what}",
        at=Place(active.code, 0),
        why="a function that calls itself on tensors becomes a graph; the types of its result come from the base case.",
        fix="return a value on one path without calling the function again.",
    )
