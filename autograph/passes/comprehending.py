"""Comprehensions that may go over tensors, or filter by them: the operators in them.

    [x * x for x in xs if x > 0]            ag.listed([ag.put(x * x) for x in ag.each(xs) if ag.where(x > 0)])
    any(f(x) for x in xs)                   ag.call(any)(ag.lazy(ag.call(f)(x) for x in ag.each(xs)))

A generator expression is only looked into where a builtin goes through it at once: elsewhere nobody knows who asks for
its elements, and when.
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.analysis.scopes import suspends
from autograph.analysis.staging import may_be_tensor, may_iterate_tensor
from autograph.syntax.quoting import literal

from .rewriting import Rewriter

_CONSUMERS = frozenset(
    {"all", "any", "dict", "frozenset", "list", "max", "min", "next", "set", "sorted", "sum", "tuple"}
)
"""Builtins that go through what they get at once, as far as they want."""


def may_stage(node: Any) -> bool:
    """Whether a comprehension may be a matter of the run."""
    if suspends(node):
        return False
    return any(may_iterate_tensor(loop.iter) or any(map(may_be_tensor, loop.ifs)) for loop in node.generators)


def lower_list(rewriter: Rewriter, node: Any) -> Any:
    """A list comprehension."""
    lowered = may_stage(node)
    rewriter.parts(node)
    if not lowered:
        return node
    _lower_loops(rewriter, node)
    node.elt = rewriter.call("ag.put(element)", node.elt, element=node.elt)
    return rewriter.call("ag.listed(elements)", node, elements=node)


def is_lowered(rewriter: Rewriter, node: Any) -> bool:
    """Whether a comprehension has its operators."""
    match node.generators[0].iter:
        case gast.Call(func=gast.Attribute(value=gast.Name(id=owner), attr="each")):
            return bool(owner == rewriter.unit.alias)
    return False


def lower_operands(rewriter: Rewriter, call: Any) -> None:
    """The parts of a call, and the generator expression that it goes through at once, if there is one."""
    generator = call.args[0] if call.args else None
    lowered = isinstance(generator, gast.GeneratorExp) and _consumes(call.func) and not suspends(generator)
    rewriter.parts(call)
    if lowered:
        _lower_loops(rewriter, generator)
        call.args[0] = rewriter.call("ag.lazy(generator)", generator, generator=generator)


def _lower_loops(rewriter: Rewriter, node: Any) -> None:
    names = rewriter.named(node)
    first, *others = node.generators
    if names:
        first.iter = rewriter.call("ag.naming(items, names)", first.iter, items=first.iter, names=literal(names))
    first.iter = rewriter.call("ag.each(items)", first.iter, items=first.iter)
    for loop in others:
        loop.iter = rewriter.call("ag.nested(items)", loop.iter, items=loop.iter)
    for loop in node.generators:
        loop.ifs = [rewriter.call("ag.where(test)", test, test=test) for test in loop.ifs]


def _consumes(function: Any) -> bool:
    if isinstance(function, gast.Attribute):
        return bool(function.attr == "join")
    return isinstance(function, gast.Name) and function.id in _CONSUMERS
