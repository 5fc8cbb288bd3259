"""Writes a plan as Python: one op a line over bound kernels, loops and branches as Python's own.

    def run(n):
        i, total = int32_0, int32_0
        while i < n:                  # sum.py:4
            total = total + i         # sum.py:5
            i = i + int32_1           # sum.py:6
        return (total,)

What stands in the text by name (kernels, constants) is given when the text is compiled; see `engines.reference`.
"""

from __future__ import annotations

import keyword
import os
import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from runtime import dtypes
from runtime.engines.binding import kernel_for
from runtime.engines.infix import infix
from runtime.plan import Plan, body_plan

if TYPE_CHECKING:
    from runtime.func_graph import FuncGraph
    from runtime.graph import Operation
    from runtime.tensor import Tensor

_INDENT = "    "
DEADLINE, NOW, EXPIRE = "deadline", "now", "expire"
"""Names in the text of a plan that watches the clock: a parameter, and the functions that read it and give up."""


class Loop(NamedTuple):
    """A loop in the text: its op, and the variable that counts its turns."""

    op: Operation
    turn: str


@dataclass(frozen=True)
class Place:
    """What a line of the text does."""

    op: Operation
    inputs: tuple[str, ...]
    loops: tuple[Loop, ...]


@dataclass
class Source:
    """The text of a plan.

    Attributes:
        text: Python with a function `run` that takes the feeds and returns a tuple of results.
        constants: name in the text → value.
        kernels: name in the text → an operation to bind the kernel of.
        handles: name in the text → an operation that looks up a resource, always the same one in a session.
        places: line number → what the line does.
    """

    text: str
    constants: dict[str, Any]
    kernels: dict[str, Operation]
    handles: dict[str, Operation]
    places: dict[int, Place]


def generate(plan: Plan, timed: bool = False, with_notes: bool = False) -> Source:
    """The text of a plan.

    Args:
        plan: what to run.
        timed: whether `run` takes a deadline first, which each turn of a loop and each call look at.
        with_notes: whether comments tell attributes and the user's lines.
    """
    return Module(plan, timed, with_notes).source


class Module:
    """The text while it grows: lines, names, and the functions still to be written."""

    def __init__(self, plan: Plan, timed: bool, with_notes: bool) -> None:
        self.timed = timed
        self._with_notes = with_notes
        self._lines: list[str] = []
        self._places: dict[int, Place] = {}
        self._taken = {*keyword.kwlist, "run", "abs", "_", DEADLINE, NOW, EXPIRE}
        self._counts: dict[str, int] = {}
        self._constants: dict[str, Any] = {}
        self._kernels: dict[str, Operation] = {}
        self._kernel_names: dict[Any, str] = {}
        self._handles: dict[str, Operation] = {}
        self._functions: dict[FuncGraph, str] = {}
        self._pending: deque[Callable[[], None]] = deque()
        self._define_plan("run", plan, is_entry=True)
        while self._pending:
            self._pending.popleft()()

    @property
    def source(self) -> Source:
        """The finished text."""
        head = [f"# {name} = {_describe(value)}" for name, value in self._constants.items()]
        head += [f"# {name} = {op.type} of {op.name!r}" for name, op in self._handles.items()]
        places = {number + len(head): place for number, place in self._places.items()}
        text = "\n".join([*head, *self._lines])
        return Source(text, self._constants, self._kernels, self._handles, places)

    # ------------------------------------------------------------------------------------------ lines

    def write(self, depth: int, text: str, place: Place | None = None, note: str = "") -> None:
        """Adds a line."""
        if place is not None:
            self._places[len(self._lines) + 1] = place
            if self._with_notes:
                note = "  ".join(filter(None, [note, _short_origin(place.op)]))
        self._lines.append(f"{_INDENT * depth}{text}  # {note}" if note else f"{_INDENT * depth}{text}")

    @property
    def line_count(self) -> int:
        """How many lines there are so far."""
        return len(self._lines)

    def define(self, name: str, parameters: Sequence[str], body: Callable[[], None]) -> None:
        """Writes a function, later on."""

        def write() -> None:
            """Writes the head of the function, and its body."""
            self._lines += [""] if self._lines else []
            self.write(0, f"def {name}({', '.join([*[DEADLINE] * self.timed, *parameters])}):")
            body()

        self._pending.append(write)

    def _define_plan(self, name: str, plan: Plan, is_entry: bool) -> None:
        from runtime.engines.blocks import Block

        parameters = [self.fresh(tensor) for tensor in plan.feeds]
        owned = {value for value in plan.parameters if value is not None}

        def body() -> None:
            """Writes the steps of the plan, and what they return."""
            if is_entry:
                self._take_scalars(plan, parameters)
            results = Block(self, plan, parameters, owned).write([None] * len(plan.results))
            if is_entry or len(results) > 1:
                self.write(1, f"return ({', '.join(results)}{',' * (len(results) == 1)})")
            else:
                self.write(1, f"return {results[0]}" if results else "return None")

        self.define(name, parameters, body)

    def _take_scalars(self, plan: Plan, parameters: Sequence[str]) -> None:
        """Makes numpy scalars of arrays of rank 0 that are fed."""
        used = [(plan.feeds[i], parameters[i]) for i in plan.used_parameters()]
        scalars = [name for tensor, name in used if is_scalar(tensor)]
        if scalars:
            self.write(1, f"{', '.join(scalars)} = {', '.join(f'{name}[()]' for name in scalars)}")

    # ------------------------------------------------------------------------------------------ names

    def fresh(self, wanted: Tensor | str) -> str:
        """A name that nothing in the text has, after a tensor."""
        stem = wanted if isinstance(wanted, str) else _stem(wanted)
        name = stem
        while name in self._taken:
            self._counts[stem] = self._counts.get(stem, 0) + 1
            name = f"{stem}_{self._counts[stem]}"
        self._taken.add(name)
        return name

    def constant(self, tensor: Tensor, value: Any) -> str:
        """The name of a constant: for a scalar, after its value."""
        stem = _scalar_name(value)
        if stem in self._constants and self._constants[stem].tobytes() == value.tobytes():
            return stem
        name = self.fresh(stem or tensor)
        self._constants[name] = value
        return name

    def handle(self, op: Operation) -> str:
        """The name of a resource."""
        name = self.fresh(op.outputs[0])
        self._handles[name] = op
        return name

    def is_constant(self, name: str) -> bool:
        """Whether the name is one of a constant or resource, visible everywhere."""
        return name in self._constants or name in self._handles

    def function(self, body: FuncGraph) -> str:
        """The name of the function that a call runs."""
        name = self._functions.get(body)
        if name is None:
            name = self._functions[body] = self.fresh(_identifier(body.name))
            self._define_plan(name, body_plan(body), is_entry=False)
        return name

    def expression(self, op: Operation, inputs: Sequence[str]) -> tuple[str, str]:
        """The call of an op's kernel, and a note of the attributes that the kernel knows."""
        operator = infix(op, [self._constants.get(name) for name in inputs])
        if operator is not None:
            return operator.format(*inputs), ""
        kernel = kernel_for(op)
        call = f"{self._kernel(op, kernel)}({', '.join(inputs)})"
        if op.type == "ReadVariableOp" and is_scalar(op.outputs[0]):
            call += "[()]"
        return call, _attrs_note(op, kernel.attrs) if self._with_notes else ""

    def _kernel(self, op: Operation, kernel: Any) -> str:
        key: Any = op
        if not kernel.surroundings:
            key = (op.type, *[(name, op.attrs[name]) for name in kernel.attrs if name in op.attrs])
        try:
            name = self._kernel_names.get(key)
        except TypeError:  # An attribute without a hash.
            key = op
            name = None
        if name is None:
            name = self._kernel_names[key] = self.fresh(op.type)
            self._kernels[name] = op
        return name


def _stem(tensor: Tensor) -> str:
    stem = _identifier(re.sub(r"_\d+$", "", tensor.op.name.rpartition("/")[2]))
    args = tensor.op.op_def.outputs
    if len(args) == 1:
        return stem
    return f"{stem}_{args[tensor.value_index].name if len(args) == len(tensor.op.outputs) else tensor.value_index}"


def _scalar_name(value: Any) -> str | None:
    """A name such as `int32_1` or `float32_0_5`."""
    if isinstance(value, np.bool_):
        return str(value).lower()
    if not isinstance(value, np.integer | np.floating):
        return None
    text = (
        re.sub(r"\.0$", "", str(value)).replace("e-", "em").replace("-", "_minus_").replace(".", "_").replace("+", "")
    )
    return f"{value.dtype.name}_{text.lstrip('_')}" if len(text) <= 16 else None


def _identifier(text: str) -> str:
    name = re.sub(r"\W", "_", text, flags=re.ASCII).lower().strip("_")
    return name if name and not name[0].isdigit() else f"v{name}"


def _short_origin(op: Operation) -> str:
    origin = op.source
    return f"{os.path.basename(origin.file)}:{origin.line}" if origin is not None else ""


def _describe(value: Any) -> str:
    array = np.asarray(value)
    dtype = "string" if array.dtype == object else dtypes.as_dtype(array.dtype).name
    text = str(array.tolist()) if array.size <= 30 else ""
    if not text or len(text) > 60 or "\n" in text:
        return f"{dtype}{list(array.shape)}"
    return f"{text}  ({dtype})"


def is_scalar(tensor: Tensor) -> bool:
    """Whether values of the tensor are numpy scalars, or become ones by `[()]`, which makes arithmetic faster."""
    return tensor.shape.rank == 0 and tensor.dtype.as_numpy_dtype is not np.object_


def _attrs_note(op: Operation, names: Sequence[str]) -> str:
    """The attributes that are not the op type's defaults; private ones and dtypes go without saying."""
    shown = [(name, op.attrs[name]) for name in names if name in op.attrs and not name.startswith("_")]
    return ", ".join(
        f"{name}={_describe_attr(value)}"
        for name, value in shown
        if not isinstance(value, dtypes.DType) and value != op.op_def.attrs[name].default
    )


def _describe_attr(value: Any) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= 40 else text[:37] + "..."
