"""Tells the trace about what changes without a name being assigned: attributes, items, lists, deletions.

    self.total = x                          ag.store(self).total = x
    x[i] += v                               ag.items(x)[i] += v
    xs = []                                 xs = ag.own([])
    y = x[i]                                y = ag.item(x, i)
    del x                                   ag.use(x, 'x')
                                            del x
    while True:                             loop = ag.while_()
        …                                   while loop.turn(True):
                                                …

Targets stay targets, so that the order of evaluation is Python's. A display is owned where somebody may change what it
makes later, see `analysis.ownership`; for comprehensions see `comprehending`.
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.analysis.scopes import walk_own
from autograph.analysis.staging import Native, Staged, may_be_tensor
from autograph.syntax.positions import at
from autograph.syntax.quoting import literal, name, quote
from autograph.syntax.unit import Unit

from .comprehending import is_lowered
from .rewriting import Rewriter, Rule, lower_loop, rewrite


def transform(function: gast.FunctionDef, unit: Unit) -> gast.FunctionDef:
    """Rewrites the stores, displays, comprehensions and deletions of a function and of the functions in it."""
    return rewrite(function, unit, _RULES)


def lower_while(rewriter: Rewriter, loop: Any) -> Any:
    """A `while` that no tensor decides: a trace counts its turns, since it may have no end."""
    lower_loop(rewriter, loop)
    if loop in rewriter.unit.table(Staged).constructs or loop in rewriter.unit.table(Native).statements:
        return loop
    if any(isinstance(node, gast.Yield | gast.YieldFrom) for node in walk_own(loop.body)):
        return loop
    name = rewriter.fresh("loop")
    head = at(quote("loop = ag.while_()", ag=rewriter.unit.alias, loop=name), loop.test)
    loop.test = rewriter.call("loop.turn(test)", loop.test, loop=name, test=loop.test)
    return [*head, loop]


def lower_attribute(rewriter: Rewriter, node: Any) -> Any:
    """`obj.x` that is assigned or deleted."""
    rewriter.parts(node)
    if not isinstance(node.ctx, gast.Load):
        node.value = rewriter.call("ag.store(owner)", node.value, owner=node.value)
    return node


def lower_subscript(rewriter: Rewriter, node: Any) -> Any:
    """`x[i]` that is assigned or deleted."""
    rewriter.parts(node)
    if isinstance(node.ctx, gast.Load):
        return _item(rewriter, node) if _may_choose(node.slice) else node
    if _is_safe_to_change(rewriter, node.value):
        return node
    node.value = rewriter.call("ag.items(container)", node.value, container=node.value)
    return node


def lower_display(rewriter: Rewriter, node: Any) -> Any:
    """A list, dict or set that the function makes."""
    owned = node in rewriter.ownership.owned
    rewriter.parts(node)
    return rewriter.call("ag.own(display)", node, display=node) if owned else node


def lower_list_comp(rewriter: Rewriter, node: Any) -> Any:
    """`[element for x in items if condition]`."""
    return rewriter.parts(node) if is_lowered(rewriter, node) else lower_display(rewriter, node)


def lower_generator(rewriter: Rewriter, node: Any) -> Any:
    """A generator expression: it may be gone through in the block that makes it."""
    rewriter.parts(node)
    return node if is_lowered(rewriter, node) else rewriter.call("ag.own(generator)", node, generator=node)


def lower_delete(rewriter: Rewriter, node: Any) -> Any:
    """`del x`: deleting is a use, where a staged construct may have left `x` unbound."""
    rewriter.parts(node)
    if not any(_may_be_staged(rewriter, target) for target in node.targets):
        return node
    statements: list[Any] = []
    for target in node.targets:
        if _may_be_staged(rewriter, target):
            text = literal(rewriter.mangled(target.id))
            use = quote("ag.use(x, text)", ag=rewriter.unit.alias, x=name(target.id), text=text)
            statements += at(use, target)
        statements.append(gast.copy_location(gast.Delete([target]), node))
    return statements


def _item(rewriter: Rewriter, node: Any) -> Any:
    return rewriter.call("ag.item(x, i)", node, x=node.value, i=node.slice)


def _may_choose(index: Any) -> bool:
    """Whether an index may be a tensor that chooses an item."""
    return not isinstance(index, gast.Slice | gast.Tuple) and may_be_tensor(index)


def _is_safe_to_change(rewriter: Rewriter, owner: Any) -> bool:
    """Whether changing items needs no note: of a list that notes it itself, or where nothing is staged."""
    known = rewriter.assignments
    if not isinstance(owner, gast.Name):
        return False
    return owner.id in known.lists or (owner.id in known.containers and not rewriter.staged)


def _may_be_staged(rewriter: Rewriter, target: Any) -> bool:
    staged = rewriter.unit.table(Staged).names
    return isinstance(target, gast.Name) and (bool(rewriter.staged) or target.id in staged)


_RULES: dict[type, Rule] = {
    gast.Attribute: lower_attribute,
    gast.Subscript: lower_subscript,
    **dict.fromkeys((gast.List, gast.Dict, gast.Set, gast.DictComp, gast.SetComp), lower_display),
    gast.GeneratorExp: lower_generator,
    gast.ListComp: lower_list_comp,
    gast.Delete: lower_delete,
    gast.While: lower_while,
}
