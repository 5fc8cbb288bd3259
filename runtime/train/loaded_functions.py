"""Functions of a SavedModel, ready to be called."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Sequence
from typing import Any

from runtime import nest
from runtime.concrete_function import ConcreteFunction, Slot
from runtime.dispatch import convert_to_tensor
from runtime.errors import InvalidArgumentError
from runtime.formats import messages
from runtime.func_graph import FuncGraph
from runtime.functional import call_op
from runtime.tensor import Tensor
from runtime.tensor_spec import TensorSpec
from runtime.train import structured_values
from runtime.train.structured_values import Opaque

Message = messages.Message


def loaded_trace(
    name: str, body: FuncGraph, captures: Sequence[Tensor], signature: Any, outputs: Any
) -> ConcreteFunction:
    """One trace of a function.

    Args:
        name: of the function in the file.
        body: its graph; the parameters are the tensors of the arguments, then what it captured.
        captures: the tensors for those.
        signature: ((args), {kwargs}) with TensorSpecs for tensors.
        outputs: what it returns, with TensorSpecs for tensors.

    Raises:
        InvalidArgumentError: the graph takes or gives other tensors than the signature says.
    """
    leaves = nest.flatten(signature)
    specs = [leaf for leaf in leaves if isinstance(leaf, TensorSpec)]
    results = [leaf for leaf in nest.flatten(outputs) if isinstance(leaf, TensorSpec)]
    if len(specs) + len(captures) != len(body.arguments) or len(results) != len(body.outputs):
        raise InvalidArgumentError(
            f"Function {name!r} takes {len(body.arguments)} tensors and gives {len(body.outputs)}, but its signature "
            f"speaks of {len(specs)}, of {len(captures)} captures and {len(results)} results."
        )
    graph = FuncGraph(name, None)
    with graph.as_default():
        inputs = [graph.add_input(spec.dtype, spec.shape, spec.name or "x") for spec in specs]
        graph.outputs = call_op(body, [*inputs, *map(graph.capture, captures)])
    numbers = itertools.count()
    slots = nest.map_structure(lambda leaf: Slot(next(numbers)) if isinstance(leaf, TensorSpec) else leaf, outputs)
    names = [getattr(leaf, "name", None) or f"arg_{i}" for i, leaf in enumerate(leaves)]
    return ConcreteFunction(graph, signature, names, slots)


def _fitted(trace: ConcreteFunction, arguments: Any) -> list[Tensor] | None:
    """The tensors of arguments in the order of the parameters; None if they are not what it was traced with."""
    tensors: list[Tensor] = []
    return tensors if _take(trace.structured_input_signature, arguments, tensors) else None


def _take(expected: Any, value: Any, tensors: list[Tensor]) -> bool:
    """Whether a value is what a part of the signature wants; its tensors are added to `tensors`."""
    if isinstance(expected, TensorSpec):
        tensor = _as_spec(value, expected)
        if tensor is not None:
            tensors.append(tensor)
        return tensor is not None
    parts, given = nest.entries(expected), nest.entries(value)
    if parts is None or given is None:
        return (
            parts is given and not isinstance(expected, Opaque) and type(value) is type(expected) and value == expected
        )
    return [key for key, _ in parts] == [key for key, _ in given] and all(
        _take(part, item, tensors) for (_, part), (_, item) in zip(parts, given, strict=True)
    )


def _as_spec(value: Any, spec: TensorSpec) -> Tensor | None:
    try:
        tensor = convert_to_tensor(value, None, spec.dtype)
    except (TypeError, ValueError):
        return None
    return tensor if tensor.dtype is spec.dtype and spec.shape.is_compatible_with(tensor.shape) else None


class LoadedFunction:
    """A function with all its traces; a call finds the one for its arguments.

    Args:
        name: for messages.
        traces: the traces.
        signature: how it is called.
    """

    def __init__(self, name: str, traces: Sequence[ConcreteFunction], signature: inspect.Signature) -> None:
        self.name = name
        self.signature = signature
        self._traces = list(traces)

    def concrete_functions(self) -> list[ConcreteFunction]:
        """All traces."""
        return list(self._traces)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the trace for these arguments.

        Raises:
            TypeError: it cannot be called so.
            ValueError: there is no such trace; the message lists those that there are.
        """
        bound = self.signature.bind(*args, **kwargs)
        bound.apply_defaults()
        arguments = (tuple(bound.args), dict(sorted(bound.kwargs.items())))
        for trace in self._traces:
            tensors = _fitted(trace, arguments)
            if tensors is not None:
                return trace.call_flat(tensors)
        known = "\n".join(f"  {trace.structured_input_signature!r}" for trace in self._traces)
        raise ValueError(
            f"Could not find matching concrete function to call loaded from the SavedModel. '{self.name}' got "
            f"{arguments!r}; it was saved for:\n{known}"
        )

    def __repr__(self) -> str:
        return f"<LoadedFunction {self.name!r}{self.signature} with {len(self._traces)} traces>"


class LoadedSignature:
    """A function that takes tensors by name, and returns a dictionary of tensors.

    Args:
        key: its name among the signatures.
        trace: what it runs.
        keywords: the names of its arguments, in the order of the parameters.

    Attributes:
        name: the same as `key`.
        trace: the same.
    """

    def __init__(self, key: str, trace: ConcreteFunction, keywords: Sequence[str]) -> None:
        self.name = key
        self.trace = trace
        self._keywords = list(keywords)

    @property
    def structured_input_signature(self) -> Any:
        """((), {name: TensorSpec})."""
        return self.trace.structured_input_signature

    @property
    def structured_outputs(self) -> Any:
        """{name: TensorSpec}."""
        return self.trace.structured_outputs

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs it on tensors by name, or the only one by position.

        Raises:
            TypeError: a tensor is missing, or one too many, or does not fit.
        """
        given = {**dict(zip(self._keywords, args, strict=False)), **kwargs}
        if len(args) > len(self._keywords) or set(given) != set(self._keywords):
            raise TypeError(f"Signature '{self.name}' takes {self._keywords}, but got {sorted(given)}.")
        specs = [leaf for leaf in nest.flatten(self.structured_input_signature) if isinstance(leaf, TensorSpec)]
        tensors = []
        for name, spec in zip(self._keywords, specs, strict=True):
            tensor = _as_spec(given[name], spec)
            if tensor is None:
                raise TypeError(f"Signature '{self.name}' takes {spec!r} for {name!r}, not {given[name]!r}.")
            tensors.append(tensor)
        return self.trace.call_flat(tensors)

    def __repr__(self) -> str:
        return f"<LoadedSignature {self.name!r}({', '.join(self._keywords)})>"


def signature_of(spec: Message) -> inspect.Signature:
    """How a function is called, from its FunctionSpec."""
    described = structured_values.decode(spec.fullargspec)
    names = list(getattr(described, "args", None) or [])
    defaults = list(getattr(described, "defaults", None) or ())
    first_default = len(names) - len(defaults)
    kinds = inspect.Parameter
    parameters = [
        kinds(
            name,
            kinds.POSITIONAL_OR_KEYWORD,
            default=defaults[i - first_default] if i >= first_default else kinds.empty,
        )
        for i, name in enumerate(names)
    ][1 if spec.is_method else 0 :]
    if getattr(described, "varargs", None):
        parameters.append(kinds(described.varargs, kinds.VAR_POSITIONAL))
    keyword_defaults = getattr(described, "kwonlydefaults", None) or {}
    for name in getattr(described, "kwonlyargs", None) or []:
        parameters.append(kinds(name, kinds.KEYWORD_ONLY, default=keyword_defaults.get(name, kinds.empty)))
    if getattr(described, "varkw", None):
        parameters.append(kinds(described.varkw, kinds.VAR_KEYWORD))
    return inspect.Signature(parameters)
