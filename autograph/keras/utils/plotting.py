"""Pictures of models: a box for each layer, an arrow for each tensor from one to another."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Any

from autograph.keras.symbolic import history
from autograph.keras.utils.bitmap import Bitmap

_CHAR, _LINE, _PAD, _GAP = 12, 20, 10, 40
"""The width of a character, the height of a line, and the space in and between boxes, in pixels."""


@dataclass
class Box:
    """A layer in a picture.

    Attributes:
        lines: of text.
        rank: how many boxes lie between it and the inputs.
        x: the left edge.
        y: the upper edge.
    """

    lines: list[str]
    rank: int
    x: int = 0
    y: int = 0

    @property
    def width(self) -> int:
        """In pixels."""
        return max(map(len, self.lines)) * _CHAR + 2 * _PAD

    @property
    def height(self) -> int:
        """In pixels."""
        return len(self.lines) * _LINE + 2 * _PAD


@dataclass
class Picture:
    """Boxes and the arrows between them, placed."""

    boxes: list[Box]
    arrows: list[tuple[Box, Box]]
    is_flat: bool

    def place(self) -> tuple[int, int]:
        """Gives each box a place; the width and height of the whole."""
        rows: dict[int, list[Box]] = {}
        for box in self.boxes:
            rows.setdefault(box.rank, []).append(box)
        spans = [sum((b.height if self.is_flat else b.width) + _GAP for b in row) for row in rows.values()]
        along, across = _GAP // 2, max(spans, default=0)
        for rank in sorted(rows):
            row = rows[rank]
            at = (across - sum((b.height if self.is_flat else b.width) + _GAP for b in row)) // 2 + _GAP // 2
            for box in row:
                box.x, box.y = (along, at) if self.is_flat else (at, along)
                at += (box.height if self.is_flat else box.width) + _GAP
            along += max(b.width if self.is_flat else b.height for b in row) + _GAP
        return (along, across) if self.is_flat else (across, along)

    def ends(self, start: Box, stop: Box) -> tuple[int, int, int, int]:
        """Where an arrow begins and ends."""
        if self.is_flat:
            return start.x + start.width, start.y + start.height // 2, stop.x, stop.y + stop.height // 2
        return start.x + start.width // 2, start.y + start.height, stop.x + stop.width // 2, stop.y


def plot_model(
    model: Any,
    to_file: Any = "model.png",
    show_shapes: bool = False,
    show_dtype: bool = False,
    show_layer_names: bool = False,
    rankdir: str = "TB",
    expand_nested: bool = False,
    dpi: int = 200,
    show_layer_activations: bool = False,
    show_trainable: bool = False,
    **kwargs: Any,
) -> str:
    """Draws a model into a file.

    Args:
        model: the model.
        to_file: the path, which ends in ".svg" or ".png".
        show_shapes: whether to write the shapes of outputs.
        show_dtype: whether to write the dtypes of outputs.
        show_layer_names: whether to write names of layers beside their classes.
        rankdir: "TB" for a picture from top to bottom, "LR" for one from left to right.
        expand_nested: accepted and without effect.
        dpi: accepted and without effect.
        show_layer_activations: whether to write names of activations.
        show_trainable: whether to write which layers are trained.
        **kwargs: arguments of older programs, without effect.

    Returns:
        The path.

    Raises:
        ValueError: the path ends otherwise, or the direction is unknown.
    """
    path: str = os.fspath(to_file)
    options = {
        "names": show_layer_names,
        "shapes": show_shapes,
        "dtypes": show_dtype,
        "activations": show_layer_activations,
        "trainable": show_trainable,
    }
    writers: dict[str, Callable[[Picture], bytes]] = {".svg": lambda p: _svg(p).encode(), ".png": _png}
    write = writers.get(os.path.splitext(path)[1].lower())
    if write is None:
        raise ValueError(f"`to_file` must end in '.svg' or '.png': {path!r}.")
    content = write(picture_of(model, options, rankdir))
    with open(path, "wb") as file:
        file.write(content)
    return path


def model_to_svg(model: Any, show_shapes: bool = True, show_layer_names: bool = True, rankdir: str = "TB") -> str:
    """A picture of a model as SVG (see `plot_model`)."""
    return _svg(picture_of(model, {"names": show_layer_names, "shapes": show_shapes}, rankdir))


def picture_of(model: Any, options: dict[str, bool], rankdir: str = "TB") -> Picture:
    """The boxes and arrows of a model.

    Raises:
        ValueError: the direction is unknown.
    """
    if rankdir not in ("TB", "LR"):
        raise ValueError(f"`rankdir` is 'TB' or 'LR', not {rankdir!r}.")
    network = getattr(model, "_network", None)
    is_flat = rankdir == "LR"
    if network is None:
        boxes = [Box(_lines(layer, options), rank) for rank, layer in enumerate(model.layers)]
        arrows = list(pairwise(boxes)) if hasattr(model, "_stack") else []
        return Picture(boxes, arrows, is_flat)
    sources = _sources(network)
    ranks: dict[int, int] = {}
    found: dict[int, Box] = {}
    for layer in network.layers:
        ranks[id(layer)] = max((ranks.get(id(source), 0) + 1 for source in sources[id(layer)]), default=0)
        found[id(layer)] = Box(_lines(layer, options), ranks[id(layer)])
    arrows = [
        (found[id(source)], found[id(layer)])
        for layer in network.layers
        for source in sources[id(layer)]
        if id(source) in found and source is not layer
    ]
    return Picture(list(found.values()), arrows, is_flat)


def _sources(network: Any) -> dict[int, list[Any]]:
    """For each layer those whose outputs it takes, also through operations between them."""
    found: dict[int, dict[int, Any]] = {id(layer): {} for layer in network.layers}
    for node in network.nodes:
        waiting = list(node.inputs)
        while waiting:
            tensor = waiting.pop()
            origin = history(tensor)
            if origin is None:
                waiting += list(tensor.op.inputs)
            else:
                found[id(node.layer)][id(origin.node.layer)] = origin.node.layer
    return {key: list(value.values()) for key, value in found.items()}


def _lines(layer: Any, options: dict[str, bool]) -> list[str]:
    kind = type(layer).__name__
    lines = [f"{layer.name} ({kind})" if options.get("names") else kind]
    outputs = layer._inbound_nodes[0].flat_outputs if layer._inbound_nodes else []
    if options.get("shapes"):
        lines.append("output: " + (", ".join(str(tuple(tensor.shape.as_list())) for tensor in outputs) or "?"))
    if options.get("dtypes"):
        lines.append("dtype: " + (", ".join(tensor.dtype.name for tensor in outputs) or "?"))
    activation = getattr(layer, "activation", None)
    if options.get("activations") and activation is not None:
        lines.append(f"activation: {getattr(activation, '__name__', type(activation).__name__)}")
    if options.get("trainable"):
        lines.append("trainable" if layer.trainable else "not trainable")
    return lines


# ---------------------------------------------------------------------------------------------- drawing


def _svg(picture: Picture) -> str:
    width, height = picture.place()
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="monospace" font-size="18">'
        '<defs><marker id="tip" markerWidth="10" markerHeight="8" refX="9" refY="4" orient="auto">'
        '<path d="M0,0 L10,4 L0,8 z"/></marker></defs>'
    )
    parts = [head]
    for start, stop in picture.arrows:
        x1, y1, x2, y2 = picture.ends(start, stop)
        parts.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="black" marker-end="url(#tip)"/>')
    for box in picture.boxes:
        parts.append(
            f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" rx="4" fill="#eef3fb" '
            f'stroke="black"/>'
        )
        for number, line in enumerate(box.lines):
            y = box.y + _PAD + _LINE * number + _LINE * 3 // 4
            weight = ' font-weight="bold"' if not number else ""
            parts.append(
                f'<text x="{box.x + box.width // 2}" y="{y}" text-anchor="middle"{weight}>{escape(line)}</text>'
            )
    return "\n".join([*parts, "</svg>", ""])


def _png(picture: Picture) -> bytes:
    width, height = picture.place()
    bitmap = Bitmap(width, height)
    for start, stop in picture.arrows:
        bitmap.arrow(*picture.ends(start, stop))
    for box in picture.boxes:
        bitmap.box(box.x, box.y, box.width, box.height)
        for number, line in enumerate(box.lines):
            left = box.x + (box.width - len(line) * _CHAR) // 2
            bitmap.text(left, box.y + _PAD + _LINE * number, line, scale=2)
    return bitmap.png()
