"""Which ops act on the world: they may not be pruned from a function, and never be merged or folded.

TensorFlow marks ops as stateful. That is more than acting: reading a variable is stateful, and may be left out when
nobody uses what was read. A check that can fail (`Assert`, `CheckNumerics`) acts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from runtime import dtypes

if TYPE_CHECKING:
    from runtime.func_graph import FuncGraph
    from runtime.graph import Operation
    from runtime.registry import ArgDef

WHILE = frozenset({"While", "StatelessWhile"})
IF = frozenset({"If", "StatelessIf"})
CASE = frozenset({"Case", "StatelessCase"})
CALL = frozenset({"PartitionedCall", "StatefulPartitionedCall"})
FUNCTIONAL = WHILE | IF | CASE | CALL
"""Ops that run function bodies: they act if an op in a body does."""

OBSERVERS = frozenset(
    {
        "DeepCopy", "Empty", "FIFOQueueV2", "HashTableV2", "IsVariableInitialized", "IteratorV2",
        "LogUniformCandidateSampler", "LookupTableFindV2", "Multinomial", "MutexV2", "RandomGamma", "RandomShuffle",
        "RandomStandardNormal", "RandomUniform", "RandomUniformInt", "ReadVariableOp", "ResourceGather",
        "ResourceGatherNd", "Restore", "RestoreSlice", "RestoreV2", "StatelessRandomGetAlg", "TensorArray",
        "TensorArrayGatherV3", "TensorArrayReadV3", "TensorArraySizeV3", "TensorArrayV2", "TensorArrayV3",
        "TruncatedNormal", "VarHandleOp", "VarIsInitializedOp", "Variable", "VariableShape", "VariableV2", "_Arg",
        "_Retval",
    }
)  # fmt: skip
"""Stateful ops that only look: what they give depends on when they run, but nothing changes if they do not run."""

_OPAQUE = frozenset({"Placeholder", "PlaceholderWithDefault", "PyFunc", "NoOp", "ControlTrigger"})
_HANDLES = frozenset({dtypes.resource, dtypes.variant})


def bodies(op: Operation) -> tuple[FuncGraph, ...]:
    """The function bodies that an op holds: branches in order, or condition and body of a loop."""
    if op.type in IF:
        return op.attrs["then_branch"], op.attrs["else_branch"]
    if op.type in WHILE:
        return op.attrs["cond"], op.attrs["body"]
    if op.type in CASE:
        return tuple(op.attrs["branches"])
    return (op.attrs["f"],) if op.type in CALL else ()


def has_effect(op: Operation) -> bool:
    """Whether running the op changes something beyond its outputs, or may stop the program on purpose."""
    if op.type in FUNCTIONAL:
        return _some_op_acts(bodies(op))
    if op.op_def.is_stateful:
        return op.type not in OBSERVERS
    return not op.type.startswith("Ref") and _has_ref(op.op_def.inputs) and _has_ref(op.op_def.outputs)


def is_pure(op: Operation) -> bool:
    """Whether equal inputs always give equal outputs and nothing else happens: the op may be merged and folded.

    A pure op may still fail on some inputs, and then fails whenever it runs on them.
    """
    definition = op.op_def
    if definition.is_stateful or op.type in _OPAQUE or op.type in FUNCTIONAL:
        return False
    if _has_ref(definition.inputs) or _has_ref(definition.outputs):
        return False
    return not any(tensor.dtype in _HANDLES for tensor in (*op.inputs, *op.outputs))


def _has_ref(args: Iterable[ArgDef]) -> bool:
    return any(arg.is_ref for arg in args)


def _some_op_acts(bodies_of_op: Iterable[FuncGraph]) -> bool:
    """Whether an op in these bodies, or in a body that they hold or call, acts."""
    queue = list(bodies_of_op)
    entered = set(queue)
    for graph in queue:
        for op in graph.get_operations():
            if op.type in FUNCTIONAL:
                fresh = [inner for inner in bodies(op) if inner not in entered]
                entered.update(fresh)
                queue += fresh
            elif has_effect(op):
                return True
    return False
