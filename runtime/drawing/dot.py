"""Graphs in the language of Graphviz."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from runtime.drawing.outline import Outline, outlines_of

if TYPE_CHECKING:
    from runtime.graph import Graph


def to_dot(graph: Graph, functions: bool = False) -> str:
    """The graph in the language of Graphviz: data flows along solid arrows, dashed ones only wait.

    Args:
        graph: the graph.
        functions: whether the bodies of loops, conditions and calls are drawn, too, each in a box of its own.

    Returns:
        The text, for `dot -Tsvg`.
    """
    return "\n".join(_lines(outlines_of(graph), functions))


def _lines(outlines: dict[str, Outline], functions: bool) -> Iterator[str]:
    yield "digraph graph_ {"
    yield '  node [shape=box, fontname="Helvetica", fontsize=10]; rankdir=TB;'
    for number, (title, outline) in enumerate(outlines.items()):
        prefix = f"{title}: " if number else ""
        if not number:
            yield from _content(outline, prefix)
        elif functions:
            yield f"  subgraph cluster_{number} {{"
            yield f"  label={_quoted(title)};"
            yield from _content(outline, prefix)
            yield "  }"
    yield "}"


def _content(outline: Outline, prefix: str) -> Iterator[str]:
    for node in outline.nodes:
        label = _quoted("\\n".join(filter(None, [_escaped(node.name), _escaped(node.kind), *node.opens])))
        tooltip = f", tooltip={_quoted(_escaped(node.source))}" if node.source else ""
        yield f"  {_quoted(_escaped(prefix + node.name))} [label={label}{tooltip}];"
    for edge in outline.edges:
        ends = " -> ".join(_quoted(_escaped(prefix + outline.nodes[end].name)) for end in (edge.start, edge.stop))
        yield f"  {ends}{' [style=dashed]' if edge.is_control else ''};"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\")


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '\\"') + '"'
