"""The graph of objects that a checkpoint is made of: which objects belong to one, under which names.

Checkpoint(model=Net())  -->  model/layers/0/kernel/.ATTRIBUTES/VARIABLE_VALUE
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from runtime.module import Module
from runtime.train.ref_variables import RefVariable
from runtime.variables import Variable

VALUE = "VARIABLE_VALUE"
_ATTRIBUTES = ".ATTRIBUTES"
_SLOT = ".OPTIMIZER_SLOT"


def is_variable(item: Any) -> bool:
    """Whether an object has a value that checkpoints hold."""
    return isinstance(item, Variable | RefVariable)


def is_trackable(item: Any, depth: int = 8) -> bool:
    """Whether an object is a part of the graph of objects: a variable, what has variables, or a container of those."""
    if is_variable(item) or isinstance(item, Module) or hasattr(item, "_trackable_children") or has_slots(item):
        return not isinstance(item, type)
    if depth and isinstance(item, list | tuple):
        return any(is_trackable(part, depth - 1) for part in item)
    return depth > 0 and isinstance(item, dict) and any(is_trackable(part, depth - 1) for part in item.values())


def has_slots(item: Any) -> bool:
    """Whether an object is an optimizer that keeps variables for variables."""
    return callable(getattr(item, "get_slot_names", None)) and callable(getattr(item, "get_slot", None))


def children(item: Any) -> dict[str, Any]:
    """The parts of an object by their names in it: what can be saved, and lists that it may come into.

    An object says itself which they are by a method `_trackable_children`, which returns a dictionary.
    """
    if is_variable(item):
        return {}
    own: Callable[[], Mapping[str, Any]] | None = getattr(item, "_trackable_children", None)
    if own is not None:
        return dict(own())
    if isinstance(item, list | tuple):
        found: Iterator[tuple[str, Any]] = _items(item)
    elif isinstance(item, dict):
        found = ((key, part) for key, part in item.items() if isinstance(key, str))
    elif has_slots(item) and not isinstance(item, Module):
        found = ((name, part) for (name, _), part in getattr(item, "_others", {}).items())
    else:
        found = iter(vars(item).items())
    return named_parts(found)


def named_parts(attributes: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Those among attributes that can be saved, and lists and dictionaries."""
    return {name: part for name, part in attributes if isinstance(part, list | dict) or is_trackable(part)}


def parts_named(item: Any, names: Sequence[str]) -> dict[str, Any]:
    """Those of the parts of an object that have one of these names (see `children`); of long lists, quickly."""
    if not isinstance(item, list):
        return children(item) if names else {}
    found = {name: item[int(name)] for name in names if name.isdecimal() and int(name) < len(item)}
    return named_parts(found.items())


def _items(item: list[Any] | tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    """The parts of a list by their numbers, those of a named tuple by their names first."""
    fields = getattr(item, "_fields", ())
    if isinstance(item, tuple) and isinstance(fields, tuple):
        yield from zip(map(str, fields), item, strict=False)
    yield from ((str(i), part) for i, part in enumerate(item))


def _check_keys(node: Node) -> None:
    """Sees to it that everything in a dictionary has a name."""
    if isinstance(node.item, dict):
        for key, part in node.item.items():
            if not isinstance(key, str) and is_trackable(part):
                raise ValueError(
                    f"Unable to save the dictionary at {'/'.join(node.path) or 'the root'}: its key {key!r} is no "
                    f"string, so {part!r} has no name in a checkpoint. Use strings as keys."
                )


@dataclass
class Node:
    """An object in the graph.

    Attributes:
        item: the object.
        path: the names on the way to it, escaped.
        number: in the order of finding.
        children: name → node.
        slots: for an optimizer, (variable, slot name, slot).
    """

    item: Any
    path: tuple[str, ...]
    number: int
    children: dict[str, Node] = field(default_factory=dict)
    slots: list[tuple[Node, str, Node]] = field(default_factory=list)

    @property
    def key(self) -> str:
        """The key of a variable's value."""
        return "/".join([*self.path, _ATTRIBUTES, VALUE])


def object_graph(root: Any) -> list[Node]:
    """All objects that belong to one, the nearest first; slots of optimizers at the end.

    Raises:
        ValueError: a dictionary has something to save under a key that is no string.
    """
    first = Node(root, (), 0)
    nodes, known = [first], {id(root): first}
    for node in nodes:
        _check_keys(node)
        for name, item in children(node.item).items():
            if not is_trackable(item):
                continue
            found = known.get(id(item))
            if found is None:
                found = known[id(item)] = Node(item, (*node.path, escape(name)), len(nodes))
                nodes.append(found)
            node.children[name] = found
    for node in nodes[:]:
        if has_slots(node.item):
            _add_slots(node, nodes)
    return nodes


def _add_slots(optimizer: Node, nodes: list[Node]) -> None:
    for variable in [node for node in nodes if is_variable(node.item)]:
        for name in optimizer.item.get_slot_names():
            slot = optimizer.item.get_slot(variable.item, name)
            if slot is not None:
                path = (*variable.path, _SLOT, *optimizer.path, escape(name))
                node = Node(slot, path, len(nodes))
                nodes.append(node)
                optimizer.slots.append((variable, name, node))


def escape(name: str) -> str:
    """A name in which no slash can be mistaken for one between names.

    >>> escape("a.b/c")
    'a..b.Sc'
    """
    return name.replace(".", "..").replace("/", ".S")
