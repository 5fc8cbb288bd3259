"""Function: a Python function that is traced once for each kind of arguments, and then runs as a graph."""

from __future__ import annotations

import copy
import functools
import inspect
import threading
import warnings
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, overload

from runtime import composites
from runtime.call_keys import eager_arguments, flat_key, leaf_key
from runtime.calling import Arguments
from runtime.changing_numbers import ChangingNumbers, as_tensor
from runtime.concrete_function import ConcreteFunction
from runtime.current import current_graph, state
from runtime.guards import Guards
from runtime.methods import Method, Methods, Target
from runtime.surroundings import Surroundings
from runtime.tensor import Tensor
from runtime.tensor_spec import TensorSpec
from runtime.trace_cache import Keys, TraceCache
from runtime.tracebacks import shortened
from runtime.tracing import TRACE_LOCK, late_variable, recursive_call, retracing_text, trace

__all__ = ["ConcreteFunction", "Function", "function", "functions_run_eagerly", "run_functions_eagerly"]

_WARN_AFTER = 5
"""Traces in a row, without a call in between that found one: more look like a mistake."""

_MOST_FAST = 1024


class _Mode:
    """How compiled functions run.

    Attributes:
        is_eager: their Python functions are called instead, to debug them.
    """

    is_eager = False


_mode = _Mode()


def run_functions_eagerly(run_eagerly: bool) -> None:
    """Says whether compiled functions call their Python functions, line by line, instead of running graphs.

    Args:
        run_eagerly: whether they do from now on.
    """
    _mode.is_eager = run_eagerly


def functions_run_eagerly() -> bool:
    """Whether compiled functions call their Python functions (see `run_functions_eagerly`)."""
    return _mode.is_eager


class _Call(NamedTuple):
    """The arguments of a call, and what counts of them."""

    arguments: Arguments
    skeleton: Any
    keys: Keys
    tensors: list[Any]
    leaves: list[Any]
    is_general: bool = False

    def with_tensors_at(self, places: frozenset[int]) -> _Call:
        """The call with the numbers at some places passed as tensors."""
        keys, tensors = list(self.keys), list(self.tensors)
        for place in places:
            keys[place], tensors[place] = as_tensor(self.leaves[place])
        return self._replace(keys=tuple(keys), tensors=tensors, is_general=True)

    @property
    def inputs(self) -> list[Tensor]:
        """The tensor arguments, in order."""
        return [tensor for tensor in self.tensors if tensor is not None]


class Function:
    """Runs a Python function as a graph.

    The first call with arguments of a kind traces the function: it runs once on symbolic tensors, and what it does with
    them becomes a graph. Later calls run the graph. Tensors and arrays are of one kind if dtype and shape agree, Python
    values if they are equal, other objects if they are the same.

    Args:
        python_function: the function.
        name: the name of the graphs (by default the function's).
        input_signature: a TensorSpec for each argument; then there is one trace, for all calls.
        reduce_retracing: whether sizes that differ from call to call are taken as unknown at once, instead of after
            three traces.
        convert: makes another function of it before it is traced first.
        check: called with the function, the object that it is bound to or None, and the arguments of the call, before
            it is traced first.

    Attributes:
        python_function: the function as it was given.
        name: the name of the graphs.
    """

    def __init__(
        self,
        python_function: Callable[..., Any],
        name: str | None = None,
        input_signature: Sequence[Any] | None = None,
        reduce_retracing: bool = False,
        convert: Callable[[Callable[..., Any]], Callable[..., Any]] | None = None,
        check: Callable[..., None] | None = None,
    ) -> None:
        given: Any = python_function
        if not callable(given) and not isinstance(given, classmethod):
            raise TypeError(f"A Python function is to be compiled, not {python_function!r}.")
        self.python_function = python_function
        self.name = name or str(getattr(python_function, "__name__", type(python_function).__name__))
        self.input_signature = input_signature
        self._reduce_retracing = reduce_retracing
        self._target = Target(python_function, convert, check)
        self._methods = Methods(self._of_instance)
        self._reset()
        functools.update_wrapper(self, python_function, updated=())

    def _reset(self) -> None:
        """Starts without traces."""
        self._surroundings = Surroundings(self._reduce_retracing)
        self._here = self._surroundings.current
        self._fast = self._here.fast
        self._guards: Guards | None = None
        self._changed: list[str] = []
        self._tracing: dict[Any, int] = {}
        self._trace_count = 0
        self._streak: list[tuple[Any, Keys]] = []
        self._has_warned = False
        self._may_create = True
        self._numbers = ChangingNumbers()

    def _of_instance(self, instance: Callable[[], Any]) -> Function:
        """The function as a method of an object, with traces of its own."""
        method = copy.copy(self)
        method._target = self._target.bound(instance)
        method._reset()
        return method

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        bound_to = self._target.receiver(instance, owner)
        return self if bound_to is None else Method(self._methods.of(bound_to), bound_to)

    # ------------------------------------------------------------------------------------------ calling

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the graph for these arguments, or records a call of it in the graph that is being built."""
        if _mode.is_eager:
            return self._target.plain()(*args, **kwargs)
        try:
            if not kwargs and state.plain and (self._guards is None or self._guards.holds()):
                try:
                    run = self._fast[tuple([(a.dtype, a._value.shape, a.weak) for a in args])]
                except (AttributeError, KeyError):
                    pass
                else:
                    if self._streak:
                        self._streak.clear()
                    return run(args)
            return self._call(args, kwargs)
        except Exception as error:
            raise shortened(error)  # noqa: B904 (it keeps its causes)

    def _call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        self._look_around()
        key = None if kwargs or not state.plain else flat_key(args, self.input_signature is None)
        run = self._fast.get(key)
        if run is not None:
            self._streak.clear()
            return run(eager_arguments(args))
        call = self._describe(*self._target.calling(self.input_signature).arguments(args, kwargs))
        traced = self._find(call)
        if traced is None and self._tracing.get((call.skeleton, call.keys)) == threading.get_ident():
            return self._recur(*call.arguments)
        if traced is None:
            self._note_miss(call)
            call, traced = self._missed(call)
        else:
            self._streak.clear()
        if key is not None and traced.is_eager and not call.is_general:
            self._learn(key, traced)
        return traced.call_flat(call.inputs)

    def _missed(self, call: _Call) -> tuple[_Call, ConcreteFunction]:
        """The trace for a call that none serves yet: of its numbers as tensors, if they keep changing."""
        places = frozenset() if call.is_general else self._numbers.note(call.skeleton, call.keys)
        if places:
            general = call.with_tensors_at(places)
            try:
                return general, self._traced(general)
            except Exception:  # It wants the numbers themselves.
                self._numbers.forbid(call.skeleton, call.keys)
        return call, self._traced(call)

    def _look_around(self) -> None:
        """Goes to the traces that were made with the values that closures, globals and attributes have now."""
        if self._guards is not None and not self._tracing and not self._guards.holds():
            self._changed = self._guards.changed()
            self._here = self._surroundings.move()
            self._fast, self._guards = self._here.fast, self._here.guards

    def _learn(self, key: Any, traced: ConcreteFunction) -> None:
        """Lets later calls with such arguments go straight to the trace."""
        if len(self._fast) >= _MOST_FAST:
            self._fast.clear()
        self._fast[key] = traced.compiled()

    def _describe(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> _Call:
        leaves: list[Any] = []
        known: list[Any] = []
        skeleton = composites.skeleton((args, kwargs), leaves, known)
        pairs = [leaf_key(leaf) for leaf in leaves]
        keys = tuple([key if spec is None else leaf_key(spec)[0] for (key, _), spec in zip(pairs, known, strict=True)])
        if self.input_signature is not None:
            keys = self._as_specified(keys)
        call = _Call((args, kwargs), skeleton, keys, [tensor for _, tensor in pairs], leaves)
        places = self._numbers.places(skeleton, keys)
        return call.with_tensors_at(places) if places else call

    def _as_specified(self, keys: Keys) -> Keys:
        """The keys with those of tensors as the input signature has them."""
        specified = composites.expand(self._target.calling(self.input_signature).signature_arguments())
        if len(specified) != len(keys):
            return keys
        pairs = zip(specified, keys, strict=True)
        return tuple([leaf_key(spec)[0] if isinstance(spec, TensorSpec) else key for spec, key in pairs])

    # ------------------------------------------------------------------------------------------ tracing

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """The trace for arguments of this kind, made if need be.

        Args:
            *args: as in a call; a TensorSpec stands for any tensor that fits it. Without arguments, those of the input
                signature.
            **kwargs: likewise.
        """
        self._look_around()
        calling = self._target.calling(self.input_signature)
        if self.input_signature is not None and not args and not kwargs:
            call = self._describe(*calling.signature_arguments())
        else:
            call = self._describe(*calling.arguments(args, kwargs))
        return self._find(call) or self._traced(call)

    def _find(self, call: _Call) -> ConcreteFunction | None:
        found = self._here.traces.find(call.skeleton, call.keys)
        outer, inner = self._here.inner
        if found is None and outer is not None and outer is current_graph():
            found = inner.find(call.skeleton, call.keys)
        return found

    def _traced(self, call: _Call) -> ConcreteFunction:
        with TRACE_LOCK:
            found = self._find(call)  # Another thread may have been faster.
            if found is not None:
                return found
            guards = Guards(*self._target.origin()) if self._here.guards is None and not self._tracing else None
            keys = self._here.traces.general(call.skeleton, call.keys)
            try:
                traced = self._trace(call, keys)
            except Exception:
                if keys == call.keys:
                    raise
                self._here.traces.forbid_general(call.skeleton, call.keys)  # It does not take unknown sizes.
                keys = call.keys
                traced = self._trace(call, keys)
            self._home_of(traced).add(call.skeleton, keys, traced)
            if guards is not None:
                self._here.note(guards)
                self._guards = self._here.guards
            return traced

    def _home_of(self, traced: ConcreteFunction) -> TraceCache:
        """The cache for a trace: one that captured from a function around it is of use there only."""
        outer = traced.graph.outer_graph
        if traced.is_free or outer is None:
            return self._here.traces
        if self._here.inner[0] is not outer:
            self._here.inner = outer, TraceCache(self._reduce_retracing)
        return self._here.inner[1]

    def _trace(self, call: _Call, keys: Keys) -> ConcreteFunction:
        """Traces once, or twice if the first trace makes variables: the second one finds them there."""
        self._target.check(*call.arguments)
        mark = call.skeleton, keys
        self._tracing[mark] = threading.get_ident()
        could_create, made = self._may_create, False

        def create(make: Callable[[], Any]) -> None:
            """Makes a variable, or refuses to if the function may have no more."""
            nonlocal made
            if not self._may_create:
                raise late_variable(self.name)
            make()
            made = True

        try:
            traced = self._trace_once(call, keys, create)
            self._may_create = False
            return self._trace_once(call, keys, create) if made else traced
        except BaseException:
            self._may_create = could_create
            raise
        finally:
            del self._tracing[mark]

    def _recur(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A call of the function by itself, in the midst of its trace.

        Converted functions know themselves again, and make a call of such calls; plain ones would never end.
        """
        if not self._target.is_converted:
            raise recursive_call(self.name)
        return self._target.function()(*args, **kwargs)

    def _trace_once(self, call: _Call, keys: Keys, create: Callable[[Callable[[], Any]], None]) -> ConcreteFunction:
        self._trace_count += 1
        names = self._target.calling(self.input_signature).names(call.arguments)
        return trace(self._target.function(), self.name, call.arguments, keys, names, call.tensors, create)

    def _note_miss(self, call: _Call) -> None:
        """Warns once when calls keep missing; the same call again is no other kind: its trace failed."""
        if self._streak[-1:] == [(call.skeleton, call.keys)] and not self._changed:
            return
        self._streak = [*self._streak[1 - _WARN_AFTER :], (call.skeleton, call.keys)]
        if len(self._streak) == _WARN_AFTER and not self._has_warned:
            self._has_warned = True
            names = self._target.calling(self.input_signature).names(call.arguments)
            warnings.warn(retracing_text(self.name, self._streak, names, self._changed), RuntimeWarning, stacklevel=4)

    # ------------------------------------------------------------------------------------------ looking

    def experimental_get_tracing_count(self) -> int:
        """How often the Python function ran to be traced."""
        return self._trace_count

    def concrete_functions(self) -> list[ConcreteFunction]:
        """All traces."""
        return list(self._surroundings)

    @property
    def signature(self) -> inspect.Signature:
        """How it is called, the object that it is bound to left out."""
        return self._target.calling(self.input_signature).signature

    def pretty_printed_concrete_signatures(self) -> str:
        """The signatures of all traces, one a line."""
        return "\n".join(traced.pretty_printed_signature() for traced in self._surroundings)

    def __deepcopy__(self, memo: dict[int, Any]) -> Function:
        """A function of the same kind, without traces."""
        function = copy.deepcopy(self.python_function, memo)
        return Function(function, self.name, self.input_signature, self._reduce_retracing, *self._target.hooks)

    def __repr__(self) -> str:
        return f"<Function {self.name!r} with {self._trace_count} traces>"


@overload
def function(f: Callable[..., Any]) -> Function:
    """Without options: the function itself, run as a graph."""


@overload
def function(
    f: None = None,
    *,
    input_signature: Sequence[Any] | None = None,
    name: str | None = None,
    reduce_retracing: bool = False,
    convert: Callable[[Callable[..., Any]], Callable[..., Any]] | None = None,
) -> Callable[[Callable[..., Any]], Function]:
    """With options: what makes such a function of one."""


def function(
    f: Callable[..., Any] | None = None,
    *,
    input_signature: Sequence[Any] | None = None,
    name: str | None = None,
    reduce_retracing: bool = False,
    convert: Callable[[Callable[..., Any]], Callable[..., Any]] | None = None,
) -> Any:
    """Makes a Python function run as a graph (see `Function`). Control flow on tensors is not converted here.

    >>> from runtime.ops.state import constant
    >>> @function
    ... def square(x):
    ...     print("traced")
    ...     return x * x
    >>> int(square(constant(3))), int(square(constant(4)))
    traced
    (9, 16)
    """

    def compiled(target: Callable[..., Any]) -> Function:
        """The function with these options."""
        return Function(target, name, input_signature, reduce_retracing, convert)

    return compiled if f is None else compiled(f)
