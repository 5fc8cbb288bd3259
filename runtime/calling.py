"""The arguments of a Python function in one form, however it was called."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from runtime import composites, nest
from runtime.dispatch import convert_to_tensor
from runtime.tensor_spec import TensorSpec

Arguments = tuple[tuple[Any, ...], dict[str, Any]]


class Calling:
    """How a Python function is called.

    Args:
        function: the function.
        input_signature: a TensorSpec, or structure of them, for each of the first parameters; None to take what comes.

    Raises:
        TypeError: the input signature does not go with the parameters.
    """

    def __init__(self, function: Callable[..., Any], input_signature: Sequence[Any] | None = None) -> None:
        self._name = getattr(function, "__name__", "function")
        try:
            self._signature = inspect.signature(function)
        except ValueError:
            raise TypeError(
                f"{function!r} does not tell its arguments: make a function that calls it, such as "
                f"`lambda x: {self._name}(x)`."
            ) from None
        self._specs = self._named_specs(input_signature)

    def _named_specs(self, input_signature: Sequence[Any] | None) -> dict[str, Any] | None:
        if input_signature is None:
            return None
        if not isinstance(input_signature, list | tuple):
            raise TypeError(f"input_signature is a list of TensorSpecs, one an argument, not {input_signature!r}.")
        for spec in nest.flatten(input_signature):
            if not isinstance(spec, TensorSpec) and composites.parts_of(spec) is None:
                raise TypeError(f"input_signature holds TensorSpecs, not {spec!r}.")
        named, names, rest = {}, self._positional(), list(input_signature)
        for name in names[: len(rest)]:
            named[name] = rest.pop(0)
        if rest:
            variadic = [p.name for p in self._signature.parameters.values() if p.kind is p.VAR_POSITIONAL]
            if not variadic:
                raise TypeError(
                    f"input_signature has {len(input_signature)} specs, but '{self._name}' takes {len(names)} "
                    f"arguments: ({', '.join(names)})."
                )
            named[variadic[0]] = tuple(rest)
        missing = [name for name in names if name not in named and self._default(name) is inspect.Parameter.empty]
        if missing:
            raise TypeError(f"input_signature has no spec for the arguments {', '.join(missing)} of '{self._name}'.")
        return named

    @property
    def signature(self) -> inspect.Signature:
        """The signature of the Python function."""
        return self._signature

    def _positional(self) -> list[str]:
        kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        return [p.name for p in self._signature.parameters.values() if p.kind in kinds]

    def _default(self, name: str) -> Any:
        return self._signature.parameters[name].default

    def arguments(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Arguments:
        """The arguments of a call with defaults filled in: all that can be positional are.

        Raises:
            TypeError: the function cannot be called so, or an argument does not fit the input signature.
        """
        try:
            bound = self._signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{self._name}{self._signature} cannot be called so: {error}.") from None
        bound.apply_defaults()
        for name, specs in (self._specs or {}).items():
            bound.arguments[name] = self._fitted(name, bound.arguments[name], specs)
        return bound.args, bound.kwargs

    def signature_arguments(self) -> Arguments:
        """The specs of the input signature as arguments, with defaults for the rest."""
        bound = self._signature.bind_partial()
        bound.apply_defaults()
        bound.arguments.update(self._specs or {})
        ordered = {name: bound.arguments[name] for name in self._signature.parameters if name in bound.arguments}
        bound = inspect.BoundArguments(self._signature, ordered)
        return bound.args, bound.kwargs

    @property
    def has_specs(self) -> bool:
        """Whether there is an input signature."""
        return self._specs is not None

    def _fitted(self, name: str, value: Any, specs: Any) -> Any:
        try:
            return _fitted(value, specs)
        except (TypeError, ValueError) as error:
            raise TypeError(
                f"Argument {name!r} of '{self._name}' does not fit its input signature. Expected {specs!r}, got "
                f"{value!r}: {error}"
            ) from None

    def names(self, arguments: Arguments) -> list[str]:
        """A name for each leaf of the arguments, such as `x` or `xs_0`."""
        args, kwargs = arguments
        names = self._positional()
        variadic = next((p.name for p in self._signature.parameters.values() if p.kind is p.VAR_POSITIONAL), "args")
        names += [f"{variadic}_{i}" for i in range(len(args) - len(names))]
        parts = [*zip(names, args, strict=False), *[(key, kwargs[key]) for key in sorted(kwargs)]]
        return [leaf_name for name, value in parts for leaf_name in _leaf_names(name, value)]


def _leaf_names(name: str, value: Any) -> Iterator[str]:
    for path, leaf in nest.flatten_with_paths(value):
        full = "_".join([name, *map(str, path)])
        parts = composites.parts_of(leaf)
        if parts is None or len(parts) == 1:
            yield full
        else:
            yield from (f"{full}_{number}" for number in range(len(parts)))


def _fitted(value: Any, specs: Any) -> Any:
    """The value in the structure of the specs, with tensors for the leaves."""
    if isinstance(specs, TensorSpec):
        return _as_spec(value, specs)
    if composites.parts_of(specs) is not None:
        return _as_composite(value, specs)
    if isinstance(specs, Mapping) and isinstance(value, Mapping) and set(specs) == set(value):
        return {key: _fitted(value[key], spec) for key, spec in specs.items()}
    if isinstance(specs, list | tuple) and isinstance(value, list | tuple) and len(specs) == len(value):
        parts = [_fitted(part, spec) for part, spec in zip(value, specs, strict=True)]
        return type(specs)(*parts) if hasattr(specs, "_fields") else type(specs)(parts)
    raise TypeError("it has another structure")


def _as_composite(value: Any, spec: Any) -> Any:
    """A composite value that knows of itself what the spec says."""
    parts = composites.parts_of(value)
    if parts is None or not spec.is_compatible_with(value):
        raise TypeError(f"{value!r} does not fit {spec!r}")
    return value if value is spec else spec._from_parts(parts)


def _as_spec(leaf: Any, spec: TensorSpec) -> Any:
    if isinstance(leaf, TensorSpec):
        fits = leaf.is_subtype_of(spec)
    else:
        leaf = convert_to_tensor(leaf, spec.dtype)
        fits = spec.shape.is_compatible_with(leaf.shape)
    if not fits:
        raise TypeError(f"{leaf!r} does not fit {spec!r}")
    return leaf
