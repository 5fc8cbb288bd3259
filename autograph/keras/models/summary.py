"""The table that `summary` prints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from autograph.keras.symbolic import history
from runtime.dtypes import as_dtype

_INDENT = "  "


def summary_text(
    model: Any,
    line_length: int | None = None,
    expand_nested: bool = False,
    show_trainable: bool = False,
    layer_range: tuple[str, str] | None = None,
) -> str:
    """A table of the layers, the shapes of their outputs and the numbers of their weights.

    Args:
        model: the model.
        line_length: of the table; by default as long as it needs to be.
        expand_nested: whether the layers of models inside are listed, too.
        show_trainable: whether to say which layers are trained.
        layer_range: the names of the first and last layer to list.
    """
    is_network = model._network is not None and not _is_chain(model)
    head = ["Layer (type)", "Output Shape", "Param #"]
    head += ["Connected to"] * is_network + ["Trainable"] * show_trainable
    rows = [
        [f"{_INDENT * depth}{layer.name} ({type(layer).__name__})", _shapes(layer), _count(layer)]
        + [_sources(layer)] * is_network
        + ["Y" if layer.trainable else "N"] * show_trainable
        for depth, layer in _layers(model, expand_nested, layer_range)
    ]
    return f'Model: "{model.name}"\n{_table(head, rows, line_length)}\n{_totals(model)}'


def _is_chain(model: Any) -> bool:
    """Whether each layer takes the output of one other alone."""
    nodes = model._network.nodes
    sources = [tensor for node in nodes for tensor in node.inputs]
    return len(model._network.flat_inputs) == 1 and len({id(tensor) for tensor in sources}) == len(sources) == len(
        nodes
    )


def _layers(model: Any, expand: bool, wanted: tuple[str, str] | None, depth: int = 0) -> Iterator[tuple[int, Any]]:
    layers = model.layers
    if wanted is not None:
        names = [layer.name for layer in layers]
        for name in wanted:
            if name not in names:
                raise ValueError(f"There is no layer {name!r} for `layer_range`. Existing layers are: {names}.")
        layers = layers[names.index(wanted[0]) : names.index(wanted[1]) + 1]
    for layer in layers:
        yield depth, layer
        if expand and hasattr(layer, "layers"):
            yield from _layers(layer, expand, None, depth + 1)


def _shapes(layer: Any) -> str:
    if layer._inbound_nodes:
        shapes = [tuple(tensor.shape.as_list()) for tensor in layer._inbound_nodes[0].flat_outputs]
    else:
        shapes = [(None, *sizes[1:]) if sizes else () for sizes in layer._first_output_shapes or ()]
    return ", ".join(dict.fromkeys(map(str, shapes))) or "?"


def _count(layer: Any) -> str:
    if not layer.built and not layer.weights:
        return "0 (unbuilt)"
    return f"{sum(variable.shape.num_elements() or 0 for variable in layer.weights):,}"


def _sources(layer: Any) -> str:
    names = []
    for node in layer._inbound_nodes[:1]:
        for tensor in node.inputs:
            origin = history(tensor)
            names.append(tensor.op.type if origin is None else origin.node.layer.name)
    return ", ".join(names) or "-"


def _table(head: list[str], rows: list[list[str]], line_length: int | None) -> str:
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    if line_length is not None:
        widths[0] = max(widths[0], line_length - sum(widths[1:]) - 3 * len(widths) - 1)
    lines = [_rule("┌┬┐", "─", widths), _row(head, widths), _rule("├┼┤", "─", widths)]
    lines += [_row(row, widths) for row in rows]
    return "\n".join([*lines, _rule("└┴┘", "─", widths)])


def _rule(corners: str, line: str, widths: list[int]) -> str:
    left, middle, right = tuple(corners)
    return left + middle.join(line * (width + 2) for width in widths) + right


def _row(cells: list[str], widths: list[int]) -> str:
    padded = [
        f" {cell:<{width}} " if column != 2 else f" {cell:>{width}} "
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return "│" + "│".join(padded) + "│"


def _totals(model: Any) -> str:
    def line(what: str, variables: Any) -> str:
        """How many numbers some variables hold, and how many bytes."""
        count = sum(variable.shape.num_elements() or 0 for variable in variables)
        size = sum((variable.shape.num_elements() or 0) * as_dtype(variable.dtype).size for variable in variables)
        return f" {what} params: {count:,} ({_bytes(size)})"

    optimizer = getattr(model, "optimizer", None)
    own = [] if optimizer is None else optimizer.variables
    lines = [
        line("Total", [*model.weights, *own]),
        line("Trainable", model.trainable_weights),
        line("Non-trainable", model.non_trainable_weights),
    ]
    return "\n".join([*lines, line("Optimizer", own)] if own else lines)


def _bytes(size: float) -> str:
    units = ["B", "KB", "MB"]
    while size >= 1024 and len(units) > 1:
        size /= 1024
        units.pop(0)
    return f"{size:.2f} {units[0]}"
