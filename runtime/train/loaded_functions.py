"""Functions of a SavedModel, ready to be called."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

from runtime import nest
from runtime.dispatch import convert_to_tensor, is_convertible
from runtime.errors import InvalidArgumentError
from runtime.formats import messages
from runtime.func_graph import FuncGraph
from runtime.recorded_call import call
from runtime.tensor import Tensor
from runtime.tensor_spec import TensorSpec
from runtime.train import structured_values
from runtime.train.structured_values import Opaque

Message = messages.Message


class LoadedTrace:
    """One trace of a function.

    Args:
        name: of the function in the file.
        graph: its body; the parameters are the tensors of the arguments, then what it captured.
        captures: the tensors for those.
        signature: ((args), {kwargs}) with TensorSpecs for tensors.
        outputs: what it returns, with TensorSpecs for tensors.

    Attributes:
        structured_input_signature: the same as `signature`.
        structured_outputs: the same as `outputs`.
    """

    def __init__(self, name: str, graph: FuncGraph, captures: Sequence[Tensor], signature: Any, outputs: Any) -> None:
        self.name = name
        self.graph = graph
        self._captures = list(captures)
        self.structured_input_signature = signature
        self.structured_outputs = outputs
        specs = [leaf for leaf in nest.flatten(signature) if isinstance(leaf, TensorSpec)]
        if len(specs) + len(self._captures) != len(graph.arguments):
            raise InvalidArgumentError(
                f"Function {name!r} takes {len(graph.arguments)} tensors, but its signature speaks of {len(specs)} and "
                f"{len(self._captures)} captures."
            )

    def fitted(self, arguments: Any) -> list[Tensor] | None:
        """The tensors of arguments in the order of the parameters; None if they are not what it was traced with."""
        try:
            nest.assert_same_structure(self.structured_input_signature, arguments)
        except (TypeError, ValueError):
            return None
        tensors = []
        for expected, value in zip(nest.flatten(self.structured_input_signature), nest.flatten(arguments), strict=True):
            if isinstance(expected, TensorSpec):
                tensor = _as_spec(value, expected)
                if tensor is None:
                    return None
                tensors.append(tensor)
            elif isinstance(expected, Opaque) or type(value) is not type(expected) or value != expected:
                return None
        return tensors

    def call_flat(self, tensors: Sequence[Tensor]) -> Any:
        """Runs it on tensors in the order of the parameters."""
        results = iter(call(self.graph, [*tensors, *self._captures]))
        return nest.map_structure(
            lambda leaf: next(results) if isinstance(leaf, TensorSpec) else leaf, self.structured_outputs
        )

    def __repr__(self) -> str:
        return f"<{self.name}{self.structured_input_signature!r} -> {self.structured_outputs!r}>"


def _as_spec(value: Any, spec: TensorSpec) -> Tensor | None:
    if not is_convertible(value):
        return None
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

    def __init__(self, name: str, traces: Sequence[LoadedTrace], signature: inspect.Signature) -> None:
        self.name = name
        self.traces = list(traces)
        self._signature = signature

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the trace for these arguments.

        Raises:
            TypeError: it cannot be called so.
            ValueError: there is no such trace; the message lists those that there are.
        """
        bound = self._signature.bind(*args, **kwargs)
        bound.apply_defaults()
        arguments = (tuple(bound.args), dict(sorted(bound.kwargs.items())))
        for trace in self.traces:
            tensors = trace.fitted(arguments)
            if tensors is not None:
                return trace.call_flat(tensors)
        known = "\n".join(f"  {trace.structured_input_signature!r}" for trace in self.traces)
        raise ValueError(
            f"Could not find matching concrete function to call loaded from the SavedModel. '{self.name}' got "
            f"{arguments!r}; it was saved for:\n{known}"
        )

    def __repr__(self) -> str:
        return f"<LoadedFunction {self.name!r}{self._signature} with {len(self.traces)} traces>"


class LoadedSignature:
    """A function that takes tensors by name, and returns a dictionary of tensors.

    Args:
        key: its name among the signatures.
        trace: what it runs.
        keywords: the names of its arguments, in the order of the parameters.
    """

    def __init__(self, key: str, trace: LoadedTrace, keywords: Sequence[str]) -> None:
        self.name = key
        self._trace = trace
        self._keywords = list(keywords)

    @property
    def structured_input_signature(self) -> Any:
        """((), {name: TensorSpec})."""
        return self._trace.structured_input_signature

    @property
    def structured_outputs(self) -> Any:
        """{name: TensorSpec}."""
        return self._trace.structured_outputs

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
        return self._trace.call_flat(tensors)

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
