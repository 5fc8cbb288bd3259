"""Which tensors an operation may take: those of its own graph, and of the graphs around it."""

from typing import TYPE_CHECKING

from runtime.errors import InaccessibleTensorError

if TYPE_CHECKING:
    from runtime.graph import Graph
    from runtime.tensor import Tensor


def inaccessible(tensor: "Tensor", graph: "Graph | None") -> InaccessibleTensorError:
    """The error of using a tensor of another graph in `graph`, or with no graph open."""
    source = tensor.op.source
    made = f" at {source}" if source else ""
    home, here = tensor.graph, "outside of it" if graph is None else f"in {_named(graph)}"
    if home.building_function:
        return InaccessibleTensorError(
            f"{tensor!r} is out of scope: it was made{made} inside the function, branch or loop body {_named(home)}, "
            f"and is used {here}, which cannot see it. Return it from there, or pass it in as an argument."
        )
    return InaccessibleTensorError(
        f"{tensor!r}{f' (made{made})' if made else ''} must be from the same graph as the operation that takes it: "
        f"it is of {_named(home)}, and is used {here}. Make both inside the same `with graph.as_default():`."
    )


def _named(graph: "Graph") -> str:
    name = getattr(graph, "name", None)
    return repr(graph) if name is None else f"'{name}'"
