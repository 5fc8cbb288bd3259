"""A page for the browser: the graph as a picture to move and zoom in, functions folded, lines of code on each node."""

from __future__ import annotations

import json
import os
from html import escape
from importlib import resources
from typing import TYPE_CHECKING

from runtime.drawing.layout import Placed, place
from runtime.drawing.outline import Node, Outline, outlines_of

if TYPE_CHECKING:
    from runtime.graph import Graph

_CHAR, _LINE, _PAD, _MOST_CHARS = 6.7, 15, 8, 44
"""The width of a character, the height of a line, the margin, in pixels; the characters of a line."""


def to_html(graph: Graph, title: str = "Graph") -> str:
    """A page with a picture of the graph, which needs nothing else: no network, no other file.

    The picture can be moved with the mouse and zoomed with its wheel. A node shows its name, op type, dtypes and
    shapes, and the user's line that made it; a click shows the rest. Loops, conditions and calls are folded: a click on
    the name of a function shows its body.

    Args:
        graph: the graph.
        title: the title of the page.

    Returns:
        The text of the page.
    """
    outlines = outlines_of(graph)
    pictures = "\n".join(_picture(outline, number) for number, outline in enumerate(outlines.values()))
    details = {outline.title: [_details(node) for node in outline.nodes] for outline in outlines.values()}
    data = json.dumps(details, separators=(",", ":")).replace("<", "\\u003c")
    template = resources.files("runtime.drawing").joinpath("page.html").read_text(encoding="utf-8")
    for mark, text in (("@TITLE@", escape(title)), ("@PICTURES@", pictures), ("@DATA@", data)):
        template = template.replace(mark, text)
    return template


def write_html(graph: Graph, path: str | os.PathLike[str], title: str = "Graph") -> None:
    """Writes the page of `to_html` into a file."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(to_html(graph, title))


def _details(node: Node) -> dict[str, object]:
    return {key: value for key, value in vars(node).items() if value and key != "role"}


def _lines(node: Node) -> list[tuple[str, str]]:
    """The lines of text in a node, with the class of each."""
    name = node.name if len(node.name) <= _MOST_CHARS else "…" + node.name[1 - _MOST_CHARS :]
    types = ", ".join(node.types)
    kind = f"{node.kind}  {types}" if types else node.kind
    source = os.path.basename(node.source)
    code = f"{source}  {node.code}" if node.code else source
    lines = [("name", name), ("kind", kind), *([("code", code)] if code else [])]
    return [(style, text if len(text) <= _MOST_CHARS else text[: _MOST_CHARS - 1] + "…") for style, text in lines]


def _size(node: Node) -> tuple[float, float]:
    widest = max(len(text) for _, text in _lines(node))
    badges = sum(len(title) + 5 for title in node.opens)
    height = (len(_lines(node)) + bool(node.opens)) * _LINE + 2 * _PAD
    return max(widest, badges) * _CHAR + 2 * _PAD, height


def _picture(outline: Outline, number: int) -> str:
    places = place([_size(node) for node in outline.nodes], [(edge.start, edge.stop) for edge in outline.edges])
    width = max((p.x + p.width for p in places), default=0)
    height = max((p.y + p.height for p in places), default=0)
    arrows = "".join(_arrow(places[e.start], places[e.stop], e.is_control) for e in outline.edges)
    nodes = "".join(_box(node, places[i], i) for i, node in enumerate(outline.nodes))
    hidden = " hidden" if number else ""
    return (
        f'<svg data-graph="{escape(outline.title)}" data-width="{width:.0f}" data-height="{height:.0f}"{hidden}>'
        f'<g class="view"><g class="arrows">{arrows}</g>{nodes}</g></svg>'
    )


def _arrow(start: Placed, stop: Placed, is_control: bool) -> str:
    x1, y1 = start.x + start.width / 2, start.y + start.height
    x2, y2 = stop.x + stop.width / 2, stop.y
    bend = max(20.0, abs(y2 - y1) / 2)
    style = ' class="control"' if is_control else ""
    return f'<path{style} d="M{x1:.0f} {y1:.0f}C{x1:.0f} {y1 + bend:.0f} {x2:.0f} {y2 - bend:.0f} {x2:.0f} {y2:.0f}"/>'


def _box(node: Node, at: Placed, number: int) -> str:
    texts = "".join(
        f'<text class="{style}" x="{_PAD}" y="{_PAD + 11 + row * _LINE}">{escape(text)}</text>'
        for row, (style, text) in enumerate(_lines(node))
    )
    badges, x = "", float(_PAD)
    for title in node.opens:
        y = _PAD + 11 + len(_lines(node)) * _LINE
        badges += (
            f'<text class="opens" role="button" tabindex="0" data-opens="{escape(title)}" x="{x:.0f}" y="{y}">'
            f"▸ {escape(title)}</text>"
        )
        x += (len(title) + 5) * _CHAR
    return (
        f'<g class="node {node.role}" data-node="{number}" data-name="{escape(node.name)}" '
        f'transform="translate({at.x:.0f} {at.y:.0f})"><title>{escape(node.name)}</title>'
        f'<rect width="{at.width:.0f}" height="{at.height:.0f}" rx="5"/>{texts}{badges}</g>'
    )
