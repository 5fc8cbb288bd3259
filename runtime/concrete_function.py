"""ConcreteFunction: one trace of a function, ready to run on tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from runtime import composites, nest
from runtime.context import eager_context
from runtime.current import state
from runtime.dispatch import convert_to_tensor
from runtime.eager import EagerTensor, wrap
from runtime.engines import reference
from runtime.func_graph import FuncGraph
from runtime.packing import Read, packer
from runtime.plan import body_plan
from runtime.tensor import Tensor
from runtime.tensor_spec import TensorSpec
from runtime.tracebacks import shortened


class Slot:
    """Stands for a result in the structure of outputs, by its number."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number


class Slots:
    """Stands for a composite value, such as a TensorArray, among the results: what to make again, and of which."""

    __slots__ = ("like", "parts")

    def __init__(self, like: Any, parts: Sequence[Slot]) -> None:
        self.like = like
        self.parts = parts


class Text(str):
    """Text that stands in structures without quotes."""

    __slots__ = ()
    __repr__ = str.__str__


class ConcreteFunction:
    """A graph with the signature of the Python function that it was traced from.

    Attributes:
        graph: the graph.
        name: the function's name.
        structured_input_signature: the arguments it was traced with, (args, kwargs), with TensorSpecs for tensors.
        is_eager: it captured nothing symbolic, so that it runs on eager tensors.
        is_free: it captured nothing of a function around it, so that it can be called from anywhere.
    """

    def __init__(self, graph: FuncGraph, signature: Any, names: Sequence[str], results: Any) -> None:
        self.graph = graph
        self.name = graph.name
        self.structured_input_signature = signature
        self._names = list(names)
        self._has_one_result = type(results) is Slot
        self._results = results
        self._pack = packer(results, _read)
        self._outputs = tuple(graph.outputs)
        self._captures = list(graph.captures)
        self.is_eager = all(isinstance(tensor, EagerTensor) for tensor in self._captures)
        self.is_free = all(isinstance(t, EagerTensor) or not t.graph.building_function for t in self._captures)
        self._kinds = [(tensor.dtype, tensor.shape.dims) for tensor in graph.arguments]
        self._run: reference.Run | None = None
        self._compiled: Callable[[Sequence[EagerTensor]], Any] | None = None

    # ------------------------------------------------------------------------------------------ what it is

    @property
    def inputs(self) -> list[Tensor]:
        """The parameters of the graph: the tensor arguments, then what was captured."""
        return self.graph.inputs

    @property
    def outputs(self) -> list[Tensor]:
        """The results in the graph, in order."""
        return list(self._outputs)

    @property
    def captured_inputs(self) -> list[Tensor]:
        """What was captured: handles of variables, and tensors of graphs around."""
        return list(self._captures)

    @property
    def variables(self) -> tuple[Any, ...]:
        """The variables that it uses."""
        references = [getattr(tensor, "variable", None) for tensor in self._captures]
        found = [reference() for reference in references if reference is not None]
        return tuple([variable for variable in found if variable is not None])

    @property
    def trainable_variables(self) -> tuple[Any, ...]:
        """The variables that it uses and that optimizers change."""
        return tuple([variable for variable in self.variables if variable.trainable])

    @property
    def structured_outputs(self) -> Any:
        """What it returns, with TensorSpecs for tensors."""
        return packer(self._results, _read_spec)([TensorSpec(tensor.shape, tensor.dtype) for tensor in self._outputs])

    def pretty_printed_signature(self) -> str:
        """The signature as a line, such as `f(x: float32[2], n=3) -> float32[2]`."""
        leaves = composites.expand(self.structured_input_signature)
        arguments = ", ".join(
            f"{name}: {_spec_text(leaf)}" if isinstance(leaf, TensorSpec) else f"{name}={leaf!r}"
            for name, leaf in zip(self._names, leaves, strict=True)
        )
        return f"{self.name}({arguments}) -> {nest.map_structure(_spec_text, self.structured_outputs)!r}"

    def __repr__(self) -> str:
        return f"<ConcreteFunction {self.pretty_printed_signature()}>"

    # ------------------------------------------------------------------------------------------ calling

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the graph on tensors, given in order or by the name of the argument.

        Raises:
            TypeError: a tensor is missing, or one too many, or does not fit.
        """
        try:
            if not kwargs and state.plain and self.is_eager and self._fit(args):
                return self.compiled()(args)
            return self._call(args, kwargs)
        except Exception as error:
            raise shortened(error)  # noqa: B904 (it keeps its causes)

    def _call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        parameters = self.graph.arguments
        names = self.argument_names
        args = tuple([part for arg in args for part in composites.parts_of(arg) or (arg,)])
        if len(args) > len(names):
            raise TypeError(f"{self.name} takes {len(names)} tensors ({', '.join(names)}), but got {len(args)}.")
        given = dict(zip(names, args, strict=False))
        for name, value in kwargs.items():
            if name in given or name not in names:
                problem = "twice" if name in given else f"but it takes ({', '.join(names)})"
                raise TypeError(f"{self.name} got the argument {name!r}, {problem}.")
            given[name] = value
        missing = [name for name in names if name not in given]
        if missing:
            raise TypeError(f"{self.pretty_printed_signature()} needs tensors for {', '.join(missing)}.")
        return self.call_flat([self._fitted(n, given[n], p) for n, p in zip(names, parameters, strict=True)])

    def _fit(self, args: Sequence[Any]) -> bool:
        """Whether the arguments are eager tensors with the dtypes and shapes of the parameters, all sizes known."""
        kinds = self._kinds
        return len(args) == len(kinds) and all(
            type(arg) is EagerTensor and arg.dtype is dtype and getattr(arg._value, "shape", None) == dims
            for arg, (dtype, dims) in zip(args, kinds, strict=True)
        )

    @property
    def argument_names(self) -> list[str]:
        """The names of the tensor arguments, in order."""
        leaves = composites.expand(self.structured_input_signature)
        return [name for name, leaf in zip(self._names, leaves, strict=True) if isinstance(leaf, TensorSpec)]

    def _fitted(self, name: str, value: Any, parameter: Tensor) -> Tensor:
        tensor = convert_to_tensor(value, None, parameter.dtype)
        if tensor.dtype is not parameter.dtype or not parameter.shape.is_compatible_with(tensor.shape):
            raise TypeError(
                f"Argument {name!r} of {self.name} is a {parameter.dtype.name} tensor of shape {parameter.shape}: got "
                f"{tensor.dtype.name} of shape {tensor.shape}."
            )
        return tensor

    def call_flat(self, tensors: Sequence[Tensor]) -> Any:
        """Runs the graph on the tensor arguments in order, or records a call of it if one of them is symbolic."""
        if state.graph is None and self.is_eager and all(isinstance(tensor, EagerTensor) for tensor in tensors):
            run = self.compiled()
            return run(tensors) if state.plain else self._run_recorded(tensors)  # type: ignore[arg-type]
        from runtime.ops.control_flow import call_op

        return self._pack(call_op(self.graph, tensors))

    def compiled(self) -> Callable[[Sequence[EagerTensor]], Any]:
        """What runs the graph on eager tensors, in order, and gives the structured outputs."""
        if self._compiled is None:
            self._compiled = self._compile()
        return self._compiled

    def _compile(self) -> Callable[[Sequence[EagerTensor]], Any]:
        run = self._engine()
        captured = [tensor._value for tensor in self._captures]  # type: ignore[attr-defined]
        types = [tensor.dtype for tensor in self._outputs]
        pack = self._pack

        def call(args: Sequence[EagerTensor]) -> Any:
            """Runs on eager tensors; the outputs in the structure that the function returned."""
            values = run(*[a._value for a in args], *captured)
            return pack([wrap(value, dtype) for value, dtype in zip(values, types, strict=True)])

        if not self._has_one_result:
            return call
        (only,) = types

        def call_for_one(args: Sequence[EagerTensor]) -> EagerTensor:
            """As `call`, where the function returns one tensor."""
            return wrap(run(*[a._value for a in args], *captured)[0], only)

        return call_for_one

    def _engine(self) -> reference.Run:
        if self._run is None:
            self._run = reference.compile(body_plan(self.graph, self._outputs), eager_context())
        return self._run

    def _run_recorded(self, tensors: Sequence[EagerTensor]) -> Any:
        """Runs the graph, and tells those who watch that a call ran."""
        from runtime.recorded_call import run

        return self._pack(run(self.graph, [*tensors, *self._captures]))  # type: ignore[list-item]


def _read(leaf: Any) -> Read:
    if type(leaf) is Slot:
        number = leaf.number
        return lambda tensors: tensors[number]
    if type(leaf) is Slots:
        numbers = [slot.number for slot in leaf.parts]
        return lambda tensors: leaf.like._from_parts([tensors[number] for number in numbers])
    return lambda tensors: leaf


def _read_spec(leaf: Any) -> Read:
    if type(leaf) is Slots and hasattr(leaf.like, "_spec"):
        return lambda specs: leaf.like._spec()
    return _read(leaf)


def _spec_text(leaf: Any) -> Any:
    if not isinstance(leaf, TensorSpec):
        return leaf
    sizes = "..." if leaf.shape.rank is None else ",".join("?" if d is None else str(d) for d in leaf.shape)
    return Text(f"{leaf.dtype.name}[{sizes}]")
