"""The operators' backend over this project's runtime, which only this file and `list_graph_backend` import."""

from __future__ import annotations

import copy
import os
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

import numpy as np

from runtime import current, dtypes, errors, functional, shapes
from runtime.constant_value import constant_value
from runtime.dispatch import apply_one, apply_op, binary_operands, convert_to_tensor
from runtime.eager import EagerTensor
from runtime.effects import has_effect
from runtime.func_graph import FuncGraph
from runtime.graph import Graph
from runtime.origin import Place as Origin
from runtime.origin import mark_internal
from runtime.tensor import Tensor
from runtime.tracebacks import shortened
from runtime.variables import Variable

from .backend import Composite, ElementSource, Error, Formatted, LoopOptions, Text
from .list_graph_backend import GraphLists
from .place import Place, refusal
from .standin import resolve
from .tensor_type import TensorType

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_SHAPES = frozenset({"Shape", "ShapeN", "Size", "Rank"})
_LARGE = 256  # elements of zeros that are computed instead of stored

_SAFE = frozenset(
    ["Abs", "AddV2", "Cast", "Const", "Equal", "Greater", "GreaterEqual", "Identity", "Less", "LessEqual", "LogicalAnd",
     "LogicalNot", "LogicalOr", "Maximum", "Minimum", "Mul", "Neg", "NotEqual", "Rank", "Shape", "Size", "Sub"]
)  # fmt: skip
"""Ops that are cheap on scalars and never fail: they may run where Python would not have run them."""


class GraphBackend(GraphLists):
    """The runtime of this project."""

    activity = current.activity

    def __init__(self) -> None:
        mark_internal(_PACKAGE)
        self._open: dict[FuncGraph, current.OpenGraph] = {}

    # ---- what a value is

    def can_stage(self) -> bool:
        """Whether a graph is open in this thread, or there is one whose tensors may turn up."""
        return current.state.graph is not None or bool(current.plain_graphs)

    def current_graph(self) -> Graph | None:
        """The graph that is open in this thread."""
        return current.state.graph

    def outlives_trace(self, graph: Any) -> bool:
        """Whether it is no function's body: what is recorded there is there to stay."""
        return graph is None or not graph.building_function

    def is_symbolic(self, value: Any) -> bool:
        """Whether it is a tensor without a value."""
        return isinstance(value, Tensor) and not isinstance(value, EagerTensor)

    def is_tensor(self, value: Any) -> bool:
        """Whether it is a tensor, with or without a value; variables are none."""
        return isinstance(value, Tensor)

    def read(self, value: Any) -> Any:
        """The value of a variable, read where a graph records it; anything else as it is."""
        is_recorded = current.state.graph is not None or getattr(value, "graph", None) is not None
        return value._as_tensor() if is_recorded and isinstance(value, Variable) else value

    def tensor_type(self, value: Any) -> TensorType | None:
        """Of tensors, and of numpy's arrays and numbers, which have a dtype to keep."""
        if isinstance(value, Tensor):
            return TensorType(value.dtype, value.shape.dims, value.weak)
        if isinstance(value, np.ndarray | np.generic):
            return TensorType(dtypes.as_dtype(value.dtype), value.shape)
        return None

    def held_type(self, value: Any) -> TensorType | None:
        """Of what is no tensor but stands for one, such as a variable."""
        if isinstance(value, Tensor) or not hasattr(value, "_as_tensor"):
            return None
        return TensorType(dtypes.as_dtype(value.dtype), shapes.as_shape(value.shape).dims)

    def number_type(self, value: Any) -> TensorType:
        """Of a Python number, weak: it yields to a tensor beside it."""
        dtype = dtypes.of_python(value)
        assert dtype is not None
        return TensorType(dtype, (), weak=True)

    def join_types(self, a: TensorType, b: TensorType) -> TensorType | None:
        """One type for both: a weak one promotes, sizes that differ become unknown; None if dtypes differ."""
        dtype = _join_dtypes(a, b)
        if dtype is None:
            return None
        shape = shapes.TensorShape(a.shape).most_general(b.shape).dims
        return TensorType(dtype, shape, a.weak and b.weak)

    def composite(self, value: Any) -> Composite | None:
        """The tensors of a sparse or ragged tensor, slices or array, and how to put it together; None for others."""
        parts = getattr(value, "_parts", None)
        if parts is None or isinstance(value, type):
            return None
        tensors = tuple(parts())
        labels = tuple(f" (part {number})" for number in range(len(tensors)))
        kind = (type(value), str(getattr(value, "dtype", "")), len(tensors))
        like = value._general() if hasattr(value, "_general") else value
        return Composite(kind, labels, tensors, like._from_parts)

    def has_rows(self, value: Any) -> bool:
        """Whether it is ragged, and a graph asks for its rows."""
        return hasattr(value, "nrows") and (current.state.graph is not None or self.is_symbolic(value._parts()[0]))

    def elements(self, value: Any) -> ElementSource | None:
        """What gives the elements of a dataset or iterator one by one; None for others."""
        if not hasattr(value, "element_spec"):
            return None
        from runtime.data.stepping import elements_of

        return elements_of(value)

    def static_truth(self, tensor: Any) -> bool | None:
        """Only what asks for a shape: a condition on a constant is staged, as everywhere else."""
        if not _asks_for_shape(tensor, 32):
            return None
        value = constant_value(tensor)
        return None if value is None or np.size(value) != 1 else bool(value)

    def shape(self, value: Any) -> tuple[int | None, ...] | None:
        """The sizes, None for unknown ones; None if not even the rank is known."""
        return shapes.as_shape(value).dims

    def asks_for_value(self, error: BaseException) -> bool:
        """Whether Python needed the value of a symbolic tensor."""
        return isinstance(error, errors.OperatorNotAllowedInGraphError)

    def shortened(self, error: Error) -> Error:
        """The error without this project's frames."""
        return shortened(error)

    # ---- graphs

    def open_graph(self, name: str, near: Any = None) -> FuncGraph:
        """A function's body inside the graph that is open, or that `near` is in; it is open from now on."""
        outer = current.state.graph
        if outer is None and self.is_symbolic(near):
            outer = near.graph
        graph = FuncGraph(name, outer)
        self._open[graph] = graph.as_default()
        self._open[graph].__enter__()
        return graph

    def close_graph(self, graph: FuncGraph) -> None:
        """Closes what `open_graph` has opened."""
        self._open.pop(graph).__exit__()

    def building(self, graph: FuncGraph) -> AbstractContextManager[Any]:
        """Context in which the body is open again."""
        return graph.as_default()

    def placeholder(self, graph: FuncGraph, type: TensorType, name: str) -> Tensor:
        """A parameter of the body; what a name of Python cannot be in a graph is replaced."""
        tensor = graph.add_input(type.dtype, type.shape, _op_name(name))
        tensor.weak = type.weak
        return tensor

    def set_outputs(self, graph: FuncGraph, outputs: Sequence[Tensor]) -> None:
        """The results of the body; those from outside are captured."""
        graph.outputs = [graph.capture(tensor) for tensor in outputs]

    def is_visible(self, tensor: Tensor, graph: Any) -> bool:
        """Whether ops of a graph may take the tensor: it is of that graph, or of one around it."""
        while graph is not None:
            if tensor.graph is graph:
                return True
            graph = graph.outer_graph
        return not tensor.graph.building_function

    def splice(self, graph: FuncGraph, outputs: Sequence[Tensor]) -> list[Tensor] | None:
        """Repeats a body's ops in the open graph, if they are cheap, safe and scalar; None if not."""
        moved: dict[Tensor, Tensor] = {inner: outer for outer, inner in graph.captures.items()}
        operations = [op for op in graph.get_operations() if op.type != "Placeholder"]
        if any(op.type not in _SAFE or any(t.shape.rank != 0 for t in op.outputs) for op in operations):
            return None
        for op in operations:
            made = apply_op(op.type, _grouped(op, [moved[tensor] for tensor in op.inputs]), dict(op.attrs))
            moved.update(zip(op.outputs, made, strict=True))
        return [moved.get(tensor, tensor) for tensor in outputs]

    def is_idle(self, graph: FuncGraph) -> bool:
        """Whether nothing in the body acts on the world, so that it may run or not."""
        return not any(has_effect(op) for op in graph.get_operations())

    def cond(self, test: Tensor, arms: tuple[FuncGraph, FuncGraph]) -> list[Tensor]:
        """An `If` of two bodies with equal outputs."""
        return functional.if_op(test, *arms)

    def loop(self, body: FuncGraph, inputs: Sequence[Tensor], options: LoopOptions) -> list[Tensor]:
        """A `While`, whose condition is the body's first argument."""
        condition = FuncGraph("cond", body.outer_graph)
        for tensor in body.arguments:
            condition.add_input(tensor.dtype, tensor.shape, tensor.op.name)
        condition.outputs = condition.arguments[:1]
        return functional.while_op(
            condition,
            body,
            inputs,
            maximum_iterations=options.maximum_iterations,
            parallel_iterations=options.parallel_iterations,
            counted=True if options.counted else None,
        )

    def call(self, graph: FuncGraph, inputs: Sequence[Tensor], types: Sequence[TensorType]) -> list[Tensor]:
        """A call of a body, which may not have its outputs yet: then types say what it gives."""
        output_types = None if graph.outputs else [type.dtype for type in types]
        outputs = functional.call_op(graph, inputs, output_types)
        for tensor, type in zip(outputs, types, strict=True):
            tensor.set_shape(type.shape)
        return outputs

    def captures(self, graph: FuncGraph) -> list[Tensor]:
        """What the body takes from outside, in the order of its parameters."""
        return list(graph.captures)

    def capture(self, graph: FuncGraph, tensors: Sequence[Tensor]) -> None:
        """Makes a body take tensors from outside, in this order."""
        for tensor in tensors:
            graph.capture(tensor)

    def mark(self) -> Any:
        """The place in the open graph, for `after_effects`."""
        graph = current.state.graph
        return None if graph is None else (graph, len(graph.get_operations()))

    def recorded(self) -> int:
        """A number that grows with each op of the open graph."""
        graph = current.state.graph
        return 0 if graph is None else graph.version

    def after_effects(self, mark: Any, tensors: Sequence[Tensor]) -> list[Tensor]:
        """The tensors, computed after what has acted since a mark.

        In a function all effects run in any case; in a graph of TensorFlow 1 only what a fetch waits for.
        """
        if mark is None or mark[0].building_function or not tensors:
            return list(tensors)  # a function's effects always run
        graph, count = mark
        acting = [op for op in graph.get_operations()[count:] if has_effect(op)]
        if not acting:
            return list(tensors)
        with graph.control_dependencies(acting):
            return [apply_one("Identity", [tensor]) for tensor in tensors]

    # ---- tensors

    def convert(self, value: Any, type: TensorType | None = None) -> Tensor:
        """A value as a tensor, of a type if one is given; Python numbers are weak."""
        value = resolve(value)
        if type is None:
            tensor = convert_to_tensor(value)
            tensor.weak = tensor.weak or isinstance(value, bool | int | float | complex)
            return tensor
        if not isinstance(value, Tensor | np.ndarray | np.generic) and not hasattr(value, "_as_tensor"):
            return convert_to_tensor(value, type.dtype)
        tensor = convert_to_tensor(value)
        return tensor if tensor.dtype is type.dtype else apply_one("Cast", [tensor], {"DstT": type.dtype})

    def zeros(self, type: TensorType) -> Tensor:
        """Zeros in the place of a value that a path does not have; unknown sizes are 0."""
        if type.dtype is dtypes.variant:
            return self.list_from([], None)
        if type.dtype is dtypes.resource:
            raise refusal("a variable that exists on one path only", fix="create the variable outside of the branch.")
        sizes = [size or 0 for size in type.shape or ()]
        zero = b"" if type.dtype is dtypes.string else 0
        if np.prod(sizes) > _LARGE:
            return apply_one("Fill", [convert_to_tensor(sizes), convert_to_tensor(zero, type.dtype)])
        return convert_to_tensor(np.full(sizes, zero, type.dtype.as_numpy_dtype), type.dtype)

    def set_weak(self, tensor: Tensor, weak: bool) -> Tensor:
        """Says whether the tensor yields to another dtype, and gives it back."""
        tensor.weak = weak
        return tensor

    def truth(self, tensor: Tensor) -> Tensor:
        """Whether each element is neither 0, False nor the empty string, as Python has it."""
        if tensor.dtype.is_bool:
            return tensor
        if tensor.dtype is dtypes.string:
            return apply_one("NotEqual", [tensor, convert_to_tensor(b"")])
        return apply_one("NotEqual", [tensor, convert_to_tensor(0, tensor.dtype)])

    def logical_not(self, tensor: Tensor) -> Tensor:
        """Elementwise, of bool tensors."""
        return apply_one("LogicalNot", [tensor])

    def logical_and(self, a: Tensor, b: Tensor) -> Tensor:
        """Elementwise, of bool tensors; both are computed."""
        return apply_one("LogicalAnd", [a, b])

    def logical_or(self, a: Tensor, b: Tensor) -> Tensor:
        """Elementwise, of bool tensors; both are computed."""
        return apply_one("LogicalOr", [a, b])

    def equal(self, a: Any, b: Any) -> Any:
        """Elementwise, as the tensors' own operator has it."""
        return a == b

    def any(self, tensor: Tensor) -> Tensor:
        """Whether some element is true, whatever the rank."""
        rank = tensor.shape.rank
        if rank is None:
            bounds = (convert_to_tensor(0), apply_one("Rank", [tensor]), convert_to_tensor(1))
            return apply_one("Any", [tensor, apply_one("Range", bounds)])
        return apply_one("Any", [tensor, convert_to_tensor(np.arange(rank, dtype=np.int32))]) if rank else tensor

    def less(self, a: Any, b: Any) -> Any:
        """Elementwise, as the tensors' own operator has it."""
        return a < b

    def minimum(self, a: Any, b: Any) -> Tensor:
        """Elementwise, in the dtype of both; NaN if one is NaN."""
        return apply_one("Minimum", list(binary_operands(a, b)))

    def maximum(self, a: Any, b: Any) -> Tensor:
        """Elementwise, in the dtype of both; NaN if one is NaN."""
        return apply_one("Maximum", list(binary_operands(a, b)))

    def cast(self, value: Any, dtype: str) -> Tensor:
        """A value in another dtype; strings are read as numbers."""
        tensor = convert_to_tensor(value)
        if tensor.dtype is dtypes.string:
            return apply_one("StringToNumber", [tensor], {"out_type": dtypes.as_dtype(dtype)})
        return self.convert(tensor, TensorType(dtypes.as_dtype(dtype), None))

    def round(self, value: Tensor, digits: Any) -> Tensor:
        """As Python rounds: half to even, to int32 without digits."""
        if digits is not None:
            return value.__round__(digits)
        return value if value.dtype.is_integer else self.cast(apply_one("Round", [value]), "int32")

    def length(self, tensor: Tensor) -> Any:
        """The size of the first axis: an int if it is known, else a scalar that the run knows."""
        rank = tensor.shape.rank
        if rank and tensor.shape[0] is not None:
            return tensor.shape[0]
        if self.has_rows(tensor):
            return self.cast(tensor.nrows(), "int32")  # type: ignore[attr-defined]
        return apply_one("Shape", [tensor])[0]

    def item(self, tensor: Tensor, index: Any) -> Tensor:
        """`tensor[index]`."""
        return tensor[index]

    def stack(self, items: Sequence[Any]) -> Tensor:
        """Items along a new first axis."""
        return convert_to_tensor([resolve(item) for item in items])

    def take(self, tensor: Tensor, rows: Tensor) -> Tensor:
        """The rows of these numbers."""
        return apply_one("GatherV2", [tensor, rows, convert_to_tensor(0)])

    def argsort(self, keys: Tensor) -> Tensor:
        """The order of keys, where equal ones stay as they are."""
        from runtime.ops.sorting import argsort

        return argsort(keys, stable=True)

    def update(self, tensor: Tensor, index: Any, value: Any) -> Tensor:
        """The tensor with another value at an index; an eager one is copied."""
        index = tuple(map(resolve, index)) if isinstance(index, tuple) else resolve(index)
        if isinstance(tensor, EagerTensor) and not self.is_symbolic(value) and current.state.graph is None:
            changed = tensor.numpy()
            changed[index] = value
            return convert_to_tensor(changed)
        return _updated(tensor, index, self.convert(value, TensorType(tensor.dtype, None)))

    # ---- effects

    def check(self, condition: Tensor, error: type[BaseException], message: Text) -> None:
        """Raises the error in the run where the condition is false."""
        apply_op("Assert", [condition, [self.text(message)]], {"_error": error})

    def raise_(self, error: BaseException, place: Place | None = None) -> None:
        """Raises the error when the run comes here; it names the place of the user's `raise`."""
        text = error.args[0] if len(error.args) == 1 else str(error)
        message = [Formatted(text)] if self.is_symbolic(text) else [str(text)]
        never = convert_to_tensor(False)
        op = apply_op("Assert", [never, [self.text(message)]], {"_error": Raised(error)})
        if place is not None and op is not None:
            op.place = Origin(place.code, place.offset)

    def print(self, text: Text, end: str, stream: str) -> None:
        """Prints in the run, to a stream by TensorFlow's name."""
        apply_op("PrintV2", [self.text(text)], {"output_stream": stream, "end": end})

    def text(self, text: Text) -> Tensor:
        """A string tensor, with values as Python formats them; `_specs` say how."""
        literals = [part for part in text if isinstance(part, str)]
        values = [part for part in text if not isinstance(part, str)]
        if not values:
            return convert_to_tensor("".join(literals))
        hole = next(hole for hole in ("{}", "%t", "<tensor>", "\x00") if not any(hole in part for part in literals))
        template = "".join(part if isinstance(part, str) else hole for part in text)
        attrs = {"template": template, "placeholder": hole, "summarize": -1}
        specs = tuple((part.conversion, part.spec) for part in values)
        return apply_one("StringFormat", [[self.convert(part.value) for part in values]], {**attrs, "_specs": specs})


class Raised:
    """Makes the exception that a `raise` of the user's stands for, anew each time it runs."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def __call__(self, message: str) -> BaseException:
        """The exception; one whose text the run fills in takes the message."""
        if any(isinstance(part, Tensor) for part in self._error.args):
            return type(self._error)(message)
        made = copy.copy(self._error)
        return made.with_traceback(None)


def _join_dtypes(a: TensorType, b: TensorType) -> dtypes.DType | None:
    x: dtypes.DType = a.dtype
    y: dtypes.DType = b.dtype
    if x is y:
        return x
    if not (x.is_numeric and y.is_numeric) or x.is_bool or y.is_bool:
        return None
    if a.weak and b.weak:
        return dtypes.promote_weak(x, y) if x.is_integer else dtypes.promote_weak(y, x)
    if a.weak and dtypes.promote_weak(x, y) is y:
        return y
    return x if b.weak and dtypes.promote_weak(y, x) is x else None


def _asks_for_shape(tensor: Tensor, budget: int) -> bool:
    """Whether the tensor is computed, in few steps, from a static shape."""
    pending, seen = [tensor], 0
    while pending and seen < budget:
        op = pending.pop().op
        seen += 1
        if op.type in _SHAPES or "_of_shape" in op.attrs:
            return True
        pending += op.inputs
    return False


def _grouped(op: Any, inputs: list[Tensor]) -> list[Any]:
    """The flat inputs of an op as its definition groups them; the safe ops take no lists."""
    assert not any(arg.is_list for arg in op.op_def.inputs)
    return inputs


def _op_name(name: str) -> str:
    """A variable's name as that of an operation."""
    return "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in name).lstrip("_") or "x"


def _updated(tensor: Tensor, index: Any, value: Tensor) -> Tensor:
    """The tensor with a part replaced: reading the part tells how the index is spelled."""
    part = tensor[index]
    op = part.op
    if op.type == "StridedSlice":
        masks = {name: op.attrs[name] for name in op.op_def.attrs if name.endswith("_mask")}
        return apply_one("TensorStridedSliceUpdate", [tensor, *op.inputs[1:], value], masks)
    if op.type == "GatherV2" and op.inputs[0] is tensor:
        rows = apply_one("ExpandDims", [op.inputs[1], convert_to_tensor(-1)])
        values = apply_one("BroadcastTo", [value, apply_one("Shape", [part])])
        return apply_one("TensorScatterUpdate", [tensor, rows, values])
    raise refusal(
        f"assignment to the items {index!r} of a tensor",
        why="a tensor is updated by integers, slices or one array of row numbers.",
        fix="use `rt.tensor_scatter_nd_update` or `rt.where`.",
    )
