"""Which nodes of a changed tree are still what the text says at their positions.

Passes change trees in place, replace nodes and move them. Nothing is recorded meanwhile: a node is the user's own
when the text at its position parses to a node of the same kind with the same content. That cannot be wrong, whatever
the passes do, and costs one walk over both trees.
"""

from __future__ import annotations

from typing import Any

import gast

from .blocks import blocks_of, is_block
from .positions import is_placed
from .walking import children

Pairs = list[tuple[Any, Any]]  # parts of a node beside those of its original
_Key = tuple[type[gast.AST], int, int, int, int]


class Originals:
    """The nodes of a tree beside those of the text they come from.

    Args:
        text_tree: what the text parses to.
        tree: what the passes made of it.
    """

    def __init__(self, text_tree: gast.AST, tree: gast.AST) -> None:
        self._by_key: dict[_Key, gast.AST] = {}
        self._indexed: set[int] = set()
        self._original: dict[int, gast.AST] = {}
        self._unchanged: set[int] = set()
        self._index(text_tree)
        self._compare(tree)

    def of(self, node: gast.AST) -> Any:
        """The node of the text that has the same kind and position, or None."""
        return self._original.get(id(node))

    def is_unchanged(self, node: gast.AST) -> bool:
        """Whether the text at the node's position says the same, all through."""
        return id(node) in self._unchanged

    def is_still(self, node: gast.AST) -> bool:
        """Whether a statement is the one of the text, though its parts may have changed.

        Generated statements may have its kind and position too, but none of its parts.
        """
        original = self.of(node)
        if original is None or self.is_unchanged(node) or any(blocks_of(node)):
            return original is not None
        return self.keeps_a_part(self.pairs(node, original))

    def keeps_a_part(self, pairs: Pairs | None) -> bool:
        """Whether one of the parts, as `pairs` gives them, is still that of the text, changed or not."""
        return any(self.of(part) is old for part, old in pairs or ())

    def pairs(self, node: gast.AST, original: gast.AST) -> Pairs | None:
        """The parts of a node beside those of its original, when it differs from it only inside of such parts.

        Blocks of statements are left out.

        Returns:
            Pairs in the order of the text, or None when the node has another shape.
        """
        pairs: Pairs = []
        for field in original._fields:
            old = getattr(original, field, None)
            if not is_block(field, old) and not self._pair(getattr(node, field, None), old, pairs):
                return None
        return sorted(pairs, key=lambda pair: (pair[1].lineno, pair[1].col_offset))

    def _pair(self, new: Any, old: Any, pairs: Pairs) -> bool:
        if isinstance(old, list):
            return (
                isinstance(new, list)
                and len(new) == len(old)
                and all(self._pair(item, other, pairs) for item, other in zip(new, old, strict=True))
            )
        if id(old) in self._indexed:
            pairs.append((new, old))
            both_expressions = isinstance(new, gast.expr) and isinstance(old, gast.expr)
            return both_expressions or type(new) is type(old)
        if isinstance(old, gast.AST):
            return type(new) is type(old) and all(
                self._pair(getattr(new, name, None), getattr(old, name, None), pairs) for name in old._fields
            )
        return self._same(new, old)

    def _index(self, node: gast.AST) -> None:
        if is_placed(node):
            self._by_key.setdefault(_key(node), node)
            self._indexed.add(id(node))
        if not isinstance(node, gast.JoinedStr):  # before Python 3.12 what is inside has no true position
            for child in children(node):
                self._index(child)

    def _compare(self, node: gast.AST) -> None:
        if not isinstance(node, gast.JoinedStr):
            for child in children(node):
                self._compare(child)
        original = self._by_key.get(_key(node)) if is_placed(node) else None
        if original is not None:
            self._original[id(node)] = original
            if self._same_fields(node, original):
                self._unchanged.add(id(node))

    def _same_fields(self, new: Any, old: Any) -> bool:
        return all(self._same(getattr(new, name, None), getattr(old, name, None)) for name in old._fields)

    def _same(self, new: Any, old: Any) -> bool:
        if isinstance(old, list):
            return (
                isinstance(new, list)
                and len(new) == len(old)
                and all(self._same(item, other) for item, other in zip(new, old, strict=True))
            )
        if id(old) in self._indexed:
            return self._original.get(id(new)) is old and id(new) in self._unchanged
        if type(new) is not type(old):
            return False
        return self._same_fields(new, old) if isinstance(old, gast.AST) else bool(new == old)


def _key(node: Any) -> _Key:
    return type(node), node.lineno, node.col_offset, node.end_lineno, node.end_col_offset
