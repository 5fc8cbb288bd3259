"""An immutable sequence with cheap append, pop and update, after Bagwell (2000) and Clojure's PersistentVector.

A tree of tuples 32 wide holds all but the last few elements, which stand in a tail. Every change copies the path to one
leaf and shares the rest with the old version, so old versions stay valid and nothing needs a lock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

_BITS = 5
_WIDTH = 1 << _BITS
_MASK = _WIDTH - 1
Node = tuple[Any, ...]


class PersistentVector:
    """A sequence of anything: every method that changes it returns a new vector.

    >>> old = PersistentVector.of("abc")
    >>> new = old.append("d").replace(0, "z")
    >>> "".join(old), "".join(new), len(new)
    ('abc', 'zbcd', 4)
    """

    __slots__ = ("_count", "_root", "_shift", "_tail")

    def __init__(self, count: int, shift: int, root: Node, tail: Node) -> None:
        self._count = count
        self._shift = shift  # Bits of an index above those that choose within a leaf; 0 while there is no tree.
        self._root = root
        self._tail = tail

    @staticmethod
    def of(elements: Iterable[Any]) -> PersistentVector:
        """A vector of the elements, built level by level."""
        items = tuple(elements)
        boundary = (len(items) - 1) & ~_MASK if items else 0
        level: list[Any] = [items[start : start + _WIDTH] for start in range(0, boundary, _WIDTH)]
        shift = _BITS if level else 0
        while len(level) > _WIDTH:
            level = [tuple(level[start : start + _WIDTH]) for start in range(0, len(level), _WIDTH)]
            shift += _BITS
        return PersistentVector(len(items), shift, tuple(level), items[boundary:])

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Any]:
        return iter(self.to_list())

    def to_list(self) -> list[Any]:
        """The elements in a new list."""
        elements: list[Any] = []
        for leaf in _leaves(self._root, self._shift):
            elements += leaf
        elements += self._tail
        return elements

    def __getitem__(self, index: int) -> Any:
        """The element at `index`, which must be in [0, len)."""
        if index >= self._count - len(self._tail):
            return self._tail[index & _MASK]
        node = self._root
        for shift in range(self._shift, 0, -_BITS):
            node = node[(index >> shift) & _MASK]
        return node[index & _MASK]

    def append(self, value: Any) -> PersistentVector:
        """This vector and `value` after its end."""
        tail = self._tail
        if len(tail) < _WIDTH:
            return PersistentVector(self._count + 1, self._shift, self._root, (*tail, value))
        root, shift = _grown(self._root, self._shift, self._count - 1, tail)
        return PersistentVector(self._count + 1, shift, root, (value,))

    def pop(self) -> PersistentVector:
        """This vector without its last element, which must exist."""
        if len(self._tail) > 1 or self._count == 1:
            return PersistentVector(self._count - 1, self._shift, self._root, self._tail[:-1])
        root, tail = _shrunk(self._root, self._shift)
        shift = self._shift
        while shift > _BITS and len(root) == 1:
            root, shift = root[0], shift - _BITS
        return PersistentVector(self._count - 1, shift if root else 0, root, tail)

    def replace(self, index: int, value: Any) -> PersistentVector:
        """This vector with `value` at `index`, which must be in [0, len)."""
        if index >= self._count - len(self._tail):
            return PersistentVector(self._count, self._shift, self._root, _set(self._tail, index & _MASK, value))
        return PersistentVector(self._count, self._shift, _written(self._root, self._shift, index, value), self._tail)


def _set(node: Node, place: int, value: Any) -> Node:
    return (*node[:place], value, *node[place + 1 :])


def _written(node: Node, shift: int, index: int, value: Any) -> Node:
    place = (index >> shift) & _MASK
    return _set(node, place, _written(node[place], shift - _BITS, index, value) if shift else value)


def _leaves(node: Node, shift: int) -> Iterator[Node]:
    if shift <= _BITS:
        yield from node
    else:
        for child in node:
            yield from _leaves(child, shift - _BITS)


def _grown(root: Node, shift: int, index: int, leaf: Node) -> tuple[Node, int]:
    """The tree with one more leaf, the one that holds `index`, and its height."""
    if not root:
        return (leaf,), _BITS
    if index >> (shift + _BITS):
        return (root, _path(shift, leaf)), shift + _BITS
    return _pushed(root, shift, index, leaf), shift


def _path(shift: int, leaf: Node) -> Node:
    return (leaf,) if shift == _BITS else (_path(shift - _BITS, leaf),)


def _pushed(node: Node, shift: int, index: int, leaf: Node) -> Node:
    if shift == _BITS:
        return (*node, leaf)
    place = (index >> shift) & _MASK
    if place == len(node):
        return (*node, _path(shift - _BITS, leaf))
    return (*node[:-1], _pushed(node[-1], shift - _BITS, index, leaf))


def _shrunk(node: Node, shift: int) -> tuple[Node, Node]:
    """The tree without its last leaf, and that leaf."""
    if shift == _BITS:
        return node[:-1], node[-1]
    child, leaf = _shrunk(node[-1], shift - _BITS)
    return ((*node[:-1], child) if child else node[:-1]), leaf
