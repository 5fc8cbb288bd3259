"""Python functions as branches: traced one by one, then brought to the same outputs.

true_fn, false_fn --trace--> graphs with structures --agree--> If
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from runtime import composites, dtypes, nest
from runtime.dispatch import convert_to_tensor, is_tensor
from runtime.func_graph import FuncGraph
from runtime.graph import Graph, Operation
from runtime.tensor import Tensor


@dataclass
class Branch:
    """A traced branch.

    Attributes:
        label: what messages call it.
        graph: its body.
        structure: what the function returned.
        leaves: the values in it: tensors, and Python values that are not tensors yet.
    """

    label: str
    graph: FuncGraph
    structure: Any
    leaves: list[Any]


def trace_branch(label: str, function: Callable[[], Any], name: str, home: Graph) -> Branch:
    """Calls the function with a new graph, inside `home`, open."""
    graph = FuncGraph(name, outer_graph=home)
    with graph.as_default():
        result = function()
    if isinstance(result, Operation):
        result = None
    return Branch(label, graph, result, composites.expand(result))


def agree(branches: Sequence[Branch], what: str) -> list[int]:
    """Makes tensors of the same dtypes of the branches' leaves, and the graphs' outputs of them.

    Args:
        branches: all of them.
        what: the sentence that says what must agree.

    Returns:
        Positions of the leaves that are tensors; the others are None in all branches.

    Raises:
        TypeError: they differ in number, dtype or structure; every difference is told.
    """
    _check_structures(branches, what)
    rows = list(zip(*(branch.leaves for branch in branches), strict=True))
    problems: list[str] = []
    kept = []
    for position, row in enumerate(rows):
        if all(leaf is None for leaf in row):
            continue
        kept.append(position)
        problems += _settle(branches, position, row)
    if problems:
        raise TypeError(f"{what}\n" + "\n".join(problems))
    for branch in branches:
        branch.graph.outputs = [branch.graph.capture(branch.leaves[position]) for position in kept]
    return kept


def _check_structures(branches: Sequence[Branch], what: str) -> None:
    first = branches[0]
    for other in branches[1:]:
        try:
            nest.assert_same_structure(first.structure, other.structure)
            same = len(first.leaves) == len(other.leaves)
        except (TypeError, ValueError) as error:
            raise TypeError(f"{what}\n\n{first.label} and {other.label} differ: {error}") from None
        if not same:
            raise TypeError(
                f"{what}\n\n{first.label} gives {len(first.leaves)} tensors and {other.label} {len(other.leaves)}."
            )


def _settle(branches: Sequence[Branch], position: int, row: Sequence[Any]) -> list[str]:
    """Converts one leaf of every branch, in the branch's graph; what is wrong, if anything."""
    hint = _common_type(row)
    for branch, leaf in zip(branches, row, strict=True):
        if leaf is None:
            return [f"  output {position}: {_described(branches, row)}"]
        with branch.graph.as_default():
            branch.leaves[position] = convert_to_tensor(leaf, dtype_hint=hint)
    found = [branch.leaves[position] for branch in branches]
    if len({tensor.dtype for tensor in found}) == 1:
        return []
    return [f"  output {position}: {_described(branches, found)}"]


def _common_type(row: Sequence[Any]) -> dtypes.DType | None:
    """The dtype that Python numbers take here: that of the tensors, else the wider one of their own."""
    for leaf in row:
        if is_tensor(leaf):
            known: dtypes.DType = leaf.dtype
            return known
    kinds = [kind for kind in map(dtypes.of_python, row) if kind is not None]
    return next((kind for kind in kinds if kind.is_floating), kinds[0] if kinds else None)


def _described(branches: Sequence[Branch], row: Sequence[Any]) -> str:
    return ", ".join(f"{branch.label} gives {_kind(leaf)}" for branch, leaf in zip(branches, row, strict=True))


def _kind(leaf: Any) -> str:
    if not isinstance(leaf, Tensor):
        return repr(leaf)
    source = None if hasattr(leaf, "_value") else leaf.op.source
    return f"{leaf.dtype.name} of shape {leaf.shape}{f' ({source})' if source else ''}"


def rebuilt(branches: Sequence[Branch], kept: Sequence[int], outputs: Sequence[Tensor]) -> Any:
    """What the branches returned, with the operation's outputs for the tensors."""
    leaves: list[Any] = [None] * len(branches[0].leaves)
    for position, output in zip(kept, outputs, strict=True):
        leaves[position] = output
    return composites.pack(composites.join([branch.structure for branch in branches]), leaves)
