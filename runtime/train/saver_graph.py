"""The operations of a saver: how a graph saves its variables, and sets them to what a checkpoint holds.

    save/filename/input -> save/filename -> save/Const --> save/SaveV2 (of each variable) --> save/control_dependency
                                      save/Const --> save/RestoreV2 --> save/AssignVariableOp … --> save/restore_all

Names and structure are TensorFlow's, which finds them by the SaverDef.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from runtime import dtypes
from runtime.formats import messages
from runtime.formats.arrays import string_array
from runtime.formats.slices import Slice
from runtime.graph import Graph, Operation
from runtime.graph_keys import GraphKeys
from runtime.shapes import SCALAR
from runtime.tensor import Tensor
from runtime.train.ref_variables import RefVariable
from runtime.train.variable_defs import handle_in, is_variable, read_of
from runtime.variables import Variable


@dataclass(frozen=True)
class Saveable:
    """A variable, or a part of one, that is saved under a name.

    Attributes:
        key: the name in checkpoints.
        variable: what is saved.
        part: which part of the tensor of that name it is; None for all of it.
    """

    key: str
    variable: Any
    part: Slice | None = None

    @property
    def spec(self) -> str:
        """The part as SaveV2 takes it."""
        return "" if self.part is None else str(self.part)


def saveables(graph: Graph, var_list: Any) -> list[Saveable]:
    """What a saver saves, sorted by name.

    Args:
        graph: where the variables are.
        var_list: a list of variables, which are saved under their names; a dictionary of names and variables, or lists
            of the parts of a partitioned variable; None for all variables of the graph.

    Raises:
        TypeError: something is no variable.
        ValueError: two variables have the same name.
    """
    if var_list is None:
        known = [*graph.get_collection(GraphKeys.GLOBAL_VARIABLES), *graph.get_collection(GraphKeys.SAVEABLE_OBJECTS)]
        var_list = list({id(variable): variable for variable in known}.values())
    if isinstance(var_list, Mapping):
        found = [item for key in var_list for item in _named(str(key), var_list[key])]
    elif isinstance(var_list, list | tuple | set | frozenset):
        found = [_saveable(graph, variable) for variable in _flat(var_list)]
    else:
        raise TypeError(f"var_list must be a list or a dictionary of variables, not {type(var_list).__name__}.")
    _check_keys(found)
    return sorted(found, key=lambda item: (item.key.encode(), item.spec))


def _flat(variables: Any) -> list[Any]:
    return [item for entry in variables for item in (_flat(entry) if isinstance(entry, list | tuple) else (entry,))]


def _check_variable(item: Any) -> None:
    if not is_variable(item):
        raise TypeError(f"var_list must hold variables: {item!r} is a {type(item).__name__}.")


def _saveable(graph: Graph, variable: Any) -> Saveable:
    _check_variable(variable)
    if variable.save_slice is not None:
        return Saveable(*_swapped(variable))
    return Saveable(handle_in(graph, variable).op.name, variable)


def _swapped(variable: Any) -> tuple[str, Any, Slice]:
    full_name, part = variable.save_slice
    return full_name, variable, part


def _named(key: str, value: Any) -> list[Saveable]:
    if isinstance(value, list | tuple):
        for part in value:
            _check_variable(part)
            if part.save_slice is None:
                raise TypeError(f"Under {key!r} there is a list, but {part!r} is no part of a partitioned variable.")
        return [Saveable(key, part, part.save_slice[1]) for part in value]
    _check_variable(value)
    return [Saveable(key, value, None if value.save_slice is None else value.save_slice[1])]


def _check_keys(found: Sequence[Saveable]) -> None:
    seen: dict[tuple[str, str], Saveable] = {}
    for item in found:
        other = seen.setdefault((item.key, item.spec), item)
        if other is not item or (item.part and (item.key, "") in seen):
            pair = f"({other.variable!r}, {item.variable!r})"
            raise ValueError(f"At least two variables have the same name: {item.key} {pair}")


# ---------------------------------------------------------------------------------------------- operations


class SaverOperations:
    """Adds the operations of a saver to a graph.

    Args:
        graph: the graph.
        items: what to save.
        filename: the path that is saved to where none is fed.
        sharded: whether the variables of each device get a file of their own.
        sequentially: whether one variable is restored after the other.
    """

    def __init__(
        self, graph: Graph, items: Sequence[Saveable], filename: str, sharded: bool, sequentially: bool
    ) -> None:
        self._graph = graph
        self._items = items
        self._filename = filename
        self._sharded = sharded
        self._sequentially = sequentially

    def build(self, name: str | None) -> messages.Message:
        """Adds them under a name scope; the names of those that matter, in a SaverDef."""
        graph = self._graph
        with graph.as_default(), graph.control_dependencies(None), graph.name_scope(None):
            reads = [read_of(graph, item.variable) for item in self._items]
            with graph.name_scope(name or "save"):
                path = self._path()
                save = self._sharded_save(path, reads) if self._sharded else self._plain_save(path, reads)
                restore = self._restore(path)
        return messages.new(
            "SaverDef", filename_tensor_name=path.name, save_tensor_name=save.name, restore_op_name=restore.name
        )

    def _op(
        self, op_type: str, inputs: Sequence[Any], attrs: Mapping[str, Any] | None = None, name: str = ""
    ) -> Operation:
        return self._graph.create_op(op_type, inputs, attrs, name or None)

    def _strings(self, values: Sequence[str], name: str) -> Tensor:
        array = string_array([value.encode() for value in values], (len(values),))
        return self._op("Const", (), {"value": array, "dtype": dtypes.string}, name).outputs[0]

    def _path(self) -> Tensor:
        value = string_array([self._filename.encode()], ())
        default = self._op("Const", (), {"value": value, "dtype": dtypes.string}, "filename/input")
        attrs = {"shape": SCALAR}
        filename = self._op("PlaceholderWithDefault", default.outputs, attrs, "filename")
        return self._op("PlaceholderWithDefault", filename.outputs, attrs, "Const").outputs[0]

    def _save(self, path: Tensor, items: Sequence[Saveable], reads: Sequence[Tensor]) -> Operation:
        scope = self._graph.unique_name("SaveV2", mark_as_used=False).rpartition("/")[2]
        names = self._strings([item.key for item in items], f"{scope}/tensor_names")
        slices = self._strings([item.spec for item in items], f"{scope}/shape_and_slices")
        return self._op("SaveV2", [path, names, slices, list(reads)], None, "SaveV2")

    def _after(self, operations: Sequence[Operation], path: Tensor, name: str) -> Tensor:
        with self._graph.control_dependencies(operations):
            return self._op("Identity", [path], {"_class": (f"loc:@{path.op.name}",)}, name).outputs[0]

    def _plain_save(self, path: Tensor, reads: Sequence[Tensor]) -> Tensor:
        return self._after([self._save(path, self._items, reads)], path, "control_dependency")

    def _sharded_save(self, path: Tensor, reads: Sequence[Tensor]) -> Tensor:
        """Saves the variables of each device to a bundle of its own, and merges the bundles."""
        shards: dict[str, list[tuple[Saveable, Tensor]]] = {}
        for item, read in zip(self._items, reads, strict=True):
            shards.setdefault(handle_in(self._graph, item.variable).op.device, []).append((item, read))
        suffix = self._op("Const", (), {"value": string_array([b"_temp/part"], ()), "dtype": dtypes.string})
        temporary = self._op("StringJoin", [[path, suffix.outputs[0]]]).outputs[0]
        count = self._number(len(shards), "num_shards")
        saves, prefixes = [], []
        for number, device in enumerate(sorted(shards)):
            shard = self._number(number, "ShardedFilename/shard")
            prefixes.append(self._op("ShardedFilename", [temporary, shard, count]).outputs[0])
            items, values = zip(*shards[device], strict=True)
            saves.append(self._save(prefixes[-1], items, values))
        with self._graph.control_dependencies(saves):
            packed = self._op("Pack", [prefixes], {"axis": 0}, "MergeV2Checkpoints/checkpoint_prefixes")
            merge = self._op("MergeV2Checkpoints", [packed.outputs[0], path])
        return self._after([merge], path, "Identity")

    def _number(self, value: int, name: str) -> Tensor:
        return self._op("Const", (), {"value": np.array(value, np.int32), "dtype": dtypes.int32}, name).outputs[0]

    # ------------------------------------------------------------------------------------------ restoring

    def _restore(self, path: Tensor) -> Operation:
        groups = [[item] for item in self._items] if self._sequentially else [self._items]
        assigns: list[Operation] = []
        for items in groups:
            with self._graph.control_dependencies(assigns[-1:] if self._sequentially else ()):
                assigns += self._restored(path, items)
        with self._graph.control_dependencies(assigns):
            return self._op("NoOp", (), None, "restore_all")

    def _restored(self, path: Tensor, items: Sequence[Saveable]) -> list[Operation]:
        if not items:
            return []
        scope = self._graph.unique_name("RestoreV2", mark_as_used=False).rpartition("/")[2]
        names = self._strings([item.key for item in items], f"{scope}/tensor_names")
        slices = self._strings([item.spec for item in items], f"{scope}/shape_and_slices")
        types = tuple([item.variable.dtype for item in items])
        restored = self._op("RestoreV2", [path, names, slices], {"dtypes": types}, "RestoreV2").outputs
        return [self._assign(item.variable, value) for item, value in zip(items, restored, strict=True)]

    def _assign(self, variable: Any, value: Tensor) -> Operation:
        handle = handle_in(self._graph, variable)
        if isinstance(variable, RefVariable):
            return self._op("Assign", [handle, value], {"_class": (f"loc:@{handle.op.name}",)})
        assert isinstance(variable, Variable)
        return self._op("AssignVariableOp", [handle, self._op("Identity", [value]).outputs[0]])
