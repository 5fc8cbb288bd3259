"""Runs a Python function once on symbolic tensors, to find out what graph it is."""

from __future__ import annotations

import threading
import traceback
import types
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime import composites, nest
from runtime.call_keys import Key, TensorKey, ValueKey
from runtime.changed_arguments import refuse_changes
from runtime.concrete_function import ConcreteFunction, Slot, Slots, Text
from runtime.current import current_graph
from runtime.dispatch import convert_to_tensor
from runtime.func_graph import FuncGraph
from runtime.names import valid_op_name
from runtime.origin import is_internal, user_origin
from runtime.tensor import Tensor
from runtime.tensor_spec import TensorSpec

TRACE_LOCK = threading.RLock()
"""One trace at a time: functions may trace each other from several threads."""

VariableCreator = Callable[[Callable[[], Any]], Any]


def trace(
    function: Callable[..., Any],
    name: str,
    structure: Any,
    keys: Sequence[Key],
    names: Sequence[str],
    tensors: Sequence[Any],
    create: VariableCreator,
) -> ConcreteFunction:
    """Traces a function.

    Args:
        function: what to call.
        name: the name of the graph.
        structure: the arguments, (args, kwargs).
        keys: for each leaf of the arguments, its key; those of tensors say the dtype and shape to trace with.
        names: for each leaf, a name.
        tensors: for each leaf, the tensor that it is, or None.
        create: called with what makes a variable, when one is made during the trace.

    Raises:
        Whatever the function raises; nothing is left behind then.
    """
    graph = _new_graph(name, create)
    leaves = composites.expand(structure)
    with graph.as_default():
        for i, (key, leaf_name) in enumerate(zip(keys, names, strict=True)):
            if isinstance(key, TensorKey):
                leaves[i] = graph.add_input(key.dtype, key.dims, leaf_name, getattr(tensors[i], "handle_data", None))
                leaves[i].weak = key.weak
        args, kwargs = composites.pack(structure, leaves)
        try:
            returned = function(*args, **kwargs)
        except RecursionError as error:
            raise _explained(error, name) from error
        refuse_changes(function, name, composites.pack(structure, leaves), (args, kwargs))
        outputs: list[Tensor] = []
        results = nest.map_structure(lambda leaf: _output(graph, leaf, outputs), returned)
    graph.outputs = outputs
    graph.settle_captures()
    graph.finalize()
    signature = [_shown(*parts) for parts in zip(keys, leaves, tensors, strict=True)]
    return ConcreteFunction(graph, composites.specs(structure, signature), names, results)


def _shown(key: Key, leaf: Any, given: Any) -> Any:
    """What stands for an argument in the signature, by the name that its TensorSpec has; objects are not kept alive."""
    if isinstance(key, TensorKey):
        return TensorSpec(key.dims, key.dtype, given.name) if isinstance(given, TensorSpec) else key.spec
    return leaf if isinstance(key, ValueKey) else Text(str(key))


def _new_graph(name: str, create: VariableCreator) -> FuncGraph:
    outer = current_graph()
    graph = FuncGraph(valid_op_name(name), outer if outer is not None and outer.building_function else None)
    graph.variable_creator = create
    graph.seed = None if outer is None else outer.seed
    return graph


def _output(graph: FuncGraph, leaf: Any, outputs: list[Tensor]) -> Any:
    """A slot for what the graph computes; Python values stay as they are."""
    parts = composites.parts_of(leaf)
    if parts is not None:
        return Slots(leaf, [_output(graph, part, outputs) for part in parts])
    if hasattr(leaf, "_as_tensor") or isinstance(leaf, np.ndarray | np.generic):
        leaf = convert_to_tensor(leaf)
    if not isinstance(leaf, Tensor):
        _check_returned(graph, leaf)
        return leaf
    outputs.append(graph.capture(leaf))
    return Slot(len(outputs) - 1)


_UNFINISHED = (types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType, map, filter, zip)
"""What goes on running after the function has returned."""


def _check_returned(graph: FuncGraph, value: Any) -> None:
    """Refuses a Python value that would carry symbolic tensors out of the function."""
    if isinstance(value, types.CoroutineType):
        value.close()  # it will never be awaited
        raise TypeError(
            f"Function {graph.name!r} returned a coroutine: an `async def` function cannot be compiled, since its body "
            f"runs only when somebody awaits it, after the trace. Compile a plain `def`, and await outside of it."
        )
    if isinstance(value, _UNFINISHED):
        raise TypeError(
            f"Function {graph.name!r} returned {value!r}, which would run once and after the trace: return tensors, or "
            f"a list or tuple of them."
        )
    if isinstance(value, set | frozenset) and any(isinstance(item, Tensor) for item in value):
        raise TypeError(f"Function {graph.name!r} returned a set of tensors: return a list or tuple of them.")


def late_variable(name: str) -> ValueError:
    """The error of making a variable in a call of a function that is not its first."""
    place = user_origin()
    return ValueError(
        f"Function {name!r} tried to create variables on non-first call{f', at {place}' if place else ''}. Make them "
        f"outside of the function, or once only: `if self.v is None: self.v = Variable(...)`."
    )


def _explained(error: RecursionError, name: str) -> RecursionError:
    """The error of a trace that ran out of stack, with the function that goes on calling itself."""
    frames = [part for part in traceback.walk_tb(error.__traceback__) if not is_internal(part[0].f_code.co_filename)]
    calls = Counter(frame.f_code for frame, _ in frames)
    if not str(error).startswith("maximum recursion depth") or not calls:
        return error
    code, count = calls.most_common(1)[0]
    line = next(line for frame, line in reversed(frames) if frame.f_code is code)
    return RecursionError(
        f"{code.co_name!r} called itself {count} times while function {name!r} was traced, at "
        f"{code.co_filename}:{line}, and the stack is full. Recursion needs a base case: a path that returns without "
        f"another call, chosen by a Python condition that comes true while tracing, or by an `if` on a tensor."
    )


def recursive_call(name: str) -> RecursionError:
    """The error of a function that calls itself with arguments of the same kind while it is being traced."""
    place = user_origin()
    return RecursionError(
        f"Function {name!r} calls itself{f' at {place}' if place else ''} with arguments of the same dtypes and "
        f"shapes, so that tracing it would never end. Let the Python function call itself, with a condition that is no "
        f"tensor, or write it as a loop."
    )


def retracing_text(
    name: str, calls: Sequence[tuple[Any, Sequence[Key]]], names: Sequence[str], outside: Sequence[str]
) -> str:
    """The warning that calls keep needing new traces, with what differs between the last two.

    Args:
        name: the function's.
        calls: skeleton and keys of their arguments.
        names: of the leaves of the last call's arguments.
        outside: closure variables, globals and attributes that changed before the last call.
    """
    (skeleton, before), (last_skeleton, after) = calls[-2:]
    what = "the structure of the arguments"
    if skeleton == last_skeleton:
        changed = [(leaf, *keys) for leaf, *keys in zip(names, before, after, strict=True) if keys[0] != keys[1]]
        what = f"what the function reads from outside: {', '.join(map(repr, outside))}"
        if changed:
            leaf, old, new = changed[0]
            what = f"argument {leaf!r}: {old}, then {new}"
    return (
        f"Function {name!r} was traced {len(calls)} times in a row. The last two calls differ in {what}. Each trace is "
        f"slow. Pass numbers that change as tensors; for shapes that change, set reduce_retracing=True or an "
        f"input_signature with None for sizes; make the function outside of loops."
    )
