"""The structure of TensorFlow 1's control flow: which loop each operation is in, and in which order all run.

A loop is what lies between its Enter and Exit operations; it has a frame. Merge operations at its head join what comes
in with what NextIteration brings back; without these ways back the operations of a frame, each inner loop counted as
one, can be put in order.

    Enter -> Merge -> Switch -> Exit
               ^         \\-> (body) -> NextIteration --.
               `--------------------------------------'

Source: Yu et al., "Dynamic Control Flow in Large-Scale Machine Learning", 2018.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from runtime.errors import InvalidArgumentError
from runtime.graph import Operation
from runtime.tensor import Tensor

ENTER = frozenset({"Enter", "RefEnter"})
EXIT = frozenset({"Exit", "RefExit"})
NEXT = frozenset({"NextIteration", "RefNextIteration"})
MERGE = frozenset({"Merge", "RefMerge"})
SWITCH = frozenset({"Switch", "RefSwitch"})
LEGACY = ENTER | EXIT | NEXT | MERGE | SWITCH | {"LoopCond"}
"""Op types of which TensorFlow 1 makes branches and loops."""


@dataclass(eq=False)
class Frame:
    """A loop, or the graph around all loops.

    Attributes:
        parent: the frame around it, or None.
        name: that its Enter operations give it.
        items: its operations and the loops in it, in an order in which they can run, without heads and Enter.
        enters: the operations that bring values in.
        heads: the Merge operations that the ways back lead to.
        exits: the operations, of the frame around, that take values out.
    """

    parent: Frame | None = None
    name: str = ""
    items: list[Operation | Frame] = field(default_factory=list)
    enters: list[Operation] = field(default_factory=list)
    heads: list[Operation] = field(default_factory=list)
    exits: list[Operation] = field(default_factory=list)

    @property
    def depth(self) -> int:
        """How many frames are around it."""
        return 0 if self.parent is None else self.parent.depth + 1


def structure(fetches: Iterable[Tensor | Operation], fed: Collection[Tensor]) -> Frame:
    """The frame around all operations that fetches need.

    Args:
        fetches: tensors and operations.
        fed: tensors whose values are given.

    Raises:
        InvalidArgumentError: the operations are not structured as loops.
    """
    return _Structure(fetches, fed).root


class _Structure:
    def __init__(self, fetches: Iterable[Tensor | Operation], fed: Collection[Tensor]) -> None:
        self._fed = set(fed)
        self.root = Frame()
        self._joined: dict[Frame, Frame] = {}
        self._frames: dict[Operation, Frame] = {}
        needs = self._reached(fetches)
        for op in ordered(needs):
            self._frames[op] = self._frame_of(op, needs[op])
        self._fill(needs)

    def _sources(self, op: Operation) -> list[Operation]:
        """The operations that one takes something from, the ways back of loops included."""
        return [tensor.op for tensor in op.inputs if tensor not in self._fed] + list(op.control_inputs)

    def _reached(self, fetches: Iterable[Tensor | Operation]) -> dict[Operation, list[Operation]]:
        """All operations that are needed, in the order of their making, with what comes before each."""
        roots = [fetch.op if isinstance(fetch, Tensor) else fetch for fetch in fetches if fetch not in self._fed]
        found, pending = set(roots), list(roots)
        while pending:
            fresh = [source for source in self._sources(pending.pop()) if source not in found]
            found.update(fresh)
            pending += dict.fromkeys(fresh)
        place = {op: i for i, op in enumerate(roots[0].graph.get_operations())} if roots else {}
        return {
            op: [source for source in self._sources(op) if op.type not in MERGE or source.type not in NEXT]
            for op in sorted(found, key=lambda op: place[op])
        }

    # ------------------------------------------------------------------------------------------ frames

    def _settled(self, frame: Frame) -> Frame:
        """The frame that a frame has been joined with, or itself."""
        while frame in self._joined:
            frame = self._joined[frame]
        return frame

    def _frame_of(self, op: Operation, sources: Sequence[Operation]) -> Frame:
        inner = self.root
        for source in sources:
            inner = self._inner(inner, self._settled(self._frames[source]), op)
        if op.type in ENTER:
            return Frame(inner, _text(op.attrs["frame_name"]))
        if op.type in EXIT:
            if inner.parent is None:
                raise InvalidArgumentError(f"{op!r} leaves a loop, but is in none.", op)
            return self._settled(inner.parent)
        return inner

    def _inner(self, one: Frame, other: Frame, op: Operation) -> Frame:
        """The inner of two frames whose values meet in an operation."""
        deep, flat = (one, other) if one.depth > other.depth else (other, one)
        around = deep
        while around.depth > flat.depth and around.parent is not None:
            around = self._settled(around.parent)
        self._join(around, flat, op)
        return self._settled(deep)

    def _join(self, one: Frame, other: Frame, op: Operation) -> None:
        """Makes one loop of two of the same name whose values meet: each Enter starts one."""
        while one is not other:
            if one.parent is None or other.parent is None or one.name != other.name:
                raise InvalidArgumentError(
                    f"{op!r} takes values from two loops, {one.name!r} and {other.name!r}, none of which is in the "
                    f"other.",
                    op,
                )
            self._joined[other] = one
            one, other = self._settled(one.parent), self._settled(other.parent)

    # ------------------------------------------------------------------------------------------ order

    def _fill(self, needs: Mapping[Operation, list[Operation]]) -> None:
        frames = {op: self._settled(frame) for op, frame in self._frames.items()}
        rows: dict[Frame, dict[Any, dict[Any, None]]] = {self.root: {}}
        for op, sources in needs.items():
            self._enter(op, sources, frames, rows)
        for frame, row in rows.items():
            left_out = {*frame.heads, *frame.enters}
            in_order = ordered({item: list(before) for item, before in row.items()})
            frame.items = [item for item in in_order if item not in left_out]

    def _enter(
        self,
        op: Operation,
        sources: Sequence[Operation],
        frames: Mapping[Operation, Frame],
        rows: dict[Frame, dict[Any, dict[Any, None]]],
    ) -> None:
        """Notes an operation in its frame, and what has to come before it in each frame around."""
        frame = frames[op]
        if op.type in ENTER:
            frame.enters.append(op)
        elif op.type in EXIT:
            frames[op.inputs[0].op].exits.append(op)
        elif op.type in MERGE and any(tensor.op.type in NEXT for tensor in op.inputs):
            frame.heads.append(op)
        item: Operation | Frame = op
        around: Frame | None = frame
        while around is not None:
            row = rows.setdefault(around, {})
            before = row.setdefault(item, {})
            for source in sources:
                other = self._representative(source, frames, around)
                if other is not None and other is not item:
                    before[other] = None
                    row.setdefault(other, {})
            item, around = around, None if around.parent is None else self._settled(around.parent)

    def _representative(
        self, op: Operation, frames: Mapping[Operation, Frame], within: Frame
    ) -> Operation | Frame | None:
        """What stands for an operation among the items of a frame; None if it is outside."""
        item: Operation | Frame = op
        frame: Frame | None = frames[op]
        while frame is not None and frame is not within:
            item, frame = frame, None if frame.parent is None else self._settled(frame.parent)
        return item if frame is within else None


def _text(name: str | bytes) -> str:
    return name.decode() if isinstance(name, bytes) else name


def ordered(needs: Mapping[Any, Sequence[Any]]) -> list[Any]:
    """The keys, each after what it needs, otherwise in the order that they have.

    Raises:
        InvalidArgumentError: one needs itself.
    """
    done: dict[Any, None] = {}
    entered: set[Any] = set()
    stack = list(reversed(list(needs)))
    while stack:
        item = stack.pop()
        if item in done:
            continue
        missing = [before for before in needs[item] if before not in done]
        if not missing:
            done[item] = None
        elif item in entered:
            what = f"loop {item.name!r}" if isinstance(item, Frame) else repr(item)
            raise InvalidArgumentError(f"The {what} needs itself: the graph has a cycle.")
        else:
            entered.add(item)
            stack += [item, *reversed(missing)]
    return list(done)
