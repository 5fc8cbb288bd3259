"""Whether a line runs in each trace of a compiled function, as far as the text tells.

A finding on a line that a Python condition, an earlier `return` or an empty loop may keep from running is probable at
most: the program may well work. Arms of tensor conditions and bodies of tensor loops are traced always.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from autograph.checker.flow.analysis import Analysis
from autograph.checker.model.definitions import FUNCTIONS, Function
from autograph.checker.model.values import Kind
from autograph.checker.view import COMPREHENSIONS, View

_LEAVES = (ast.Return, ast.Raise, ast.Break, ast.Continue)
_MARKS = frozenset({"staticmethod", "classmethod"})
_MAYBE = (*COMPREHENSIONS, ast.comprehension, ast.match_case, ast.ExceptHandler, ast.Assert)
_SWALLOWERS = ("suppress", "raises", "warns")
_FUNCTION = frozenset({Kind.FUNCTION})


class Certainty:
    """Answers for one analysis.

    Args:
        analysis: that has run one compiled function.
    """

    def __init__(self, analysis: Analysis) -> None:
        self._views = [View(analysis, context) for context in analysis.contexts]
        self._reached = self._functions()

    def runs(self, view: View, node: ast.AST) -> bool:
        """Whether a node of a context runs in each trace."""
        return id(_function(view, node).node) in self._reached and _is_reached(view, node)

    def may_run(self, view: View, node: ast.AST) -> bool:
        """Whether a node may run: not in an inner function that nothing in the trace calls, or hands on."""
        function = _function(view, node)
        return function is view.context.function or any(
            callee is function for one in self._views for _, callee in one.context.calls
        )

    def _functions(self) -> frozenset[int]:
        """The functions that are called in each trace, by the ids of their nodes."""
        reached = {id(view.context.function.node) for view in self._views if not view.context.chain}
        while True:
            found = {id(callee.node) for view in self._views for callee in self._callees(view, reached)}
            if found <= reached:
                return frozenset(reached)
            reached |= found

    def _callees(self, view: View, reached: set[int]) -> Iterator[Function]:
        if id(view.context.function.node) not in reached:
            return
        for call, callee in view.context.calls:
            if (
                isinstance(call, ast.Call)
                and id(_function(view, call).node) in reached
                and _calls(view, call, callee)
                and _is_reached(view, call)
            ):
                yield callee


def _function(view: View, node: ast.AST) -> Function:
    return view.analysis.module.enclosing_function(node) or view.context.function


def _calls(view: View, call: ast.Call, callee: Function) -> bool:
    """Whether the call runs the function itself, rather than being given it, or what a decorator made of it."""
    found = view.value(call.func)
    is_plain = all(isinstance(item, ast.Name) and item.id in _MARKS for item in callee.decorators)
    return is_plain and found.only(_FUNCTION) and found.target is callee and not found.alternatives


def _is_reached(view: View, node: ast.AST) -> bool:
    """Whether a node runs whenever its function does."""
    return all(_runs(view, parent, child) for parent, child in _ancestors(view, node))


def _ancestors(view: View, node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    child, parent = node, view.parent(node)
    while parent is not None and not isinstance(child, FUNCTIONS):
        yield parent, child
        child, parent = parent, view.parent(parent)


def _runs(view: View, parent: ast.AST, child: ast.AST) -> bool:
    """Whether a child runs whenever its parent does."""
    if isinstance(parent, ast.If | ast.IfExp):
        runs = child is parent.test or view.is_tensor(parent.test)
    elif isinstance(parent, ast.While | ast.For):
        runs = _runs_in_loop(view, parent, child)
    elif isinstance(parent, ast.Try) or type(parent).__name__ == "TryStar":
        runs = child in parent.finalbody or not (parent.handlers or child in parent.orelse)  # type: ignore[attr-defined]
    elif isinstance(parent, ast.BoolOp):
        runs = child is parent.values[0]
    elif isinstance(parent, ast.Compare):
        runs = child is parent.left or child is parent.comparators[0]
    elif isinstance(parent, ast.With):
        runs = child not in parent.body or not _may_swallow(parent)
    else:
        runs = not isinstance(parent, _MAYBE)
    return runs and not _may_have_left(view, parent, child)


def _runs_in_loop(view: View, loop: ast.While | ast.For, child: ast.AST) -> bool:
    if child in loop.orelse:
        return False
    if child not in loop.body:
        return True
    if isinstance(loop, ast.While):
        return view.is_graph_loop(loop) or (isinstance(loop.test, ast.Constant) and bool(loop.test.value))
    return view.is_graph_loop(loop) or _has_items(loop.iter)


def _has_items(node: ast.expr) -> bool:
    """`range(3)`, `[1, 2]`: what a Python loop certainly turns over."""
    if isinstance(node, ast.List | ast.Tuple):
        return bool(node.elts) and not isinstance(node.elts[0], ast.Starred)
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "range" and len(node.args) == 1:
        count = node.args[0]
        return isinstance(count, ast.Constant) and isinstance(count.value, int) and count.value > 0
    return False


def _may_swallow(block: ast.With) -> bool:
    """Whether a `with` is there to end its block with an exception."""
    texts = [ast.unparse(item.context_expr).lower() for item in block.items]
    return any(word in text for text in texts for word in _SWALLOWERS)


def _may_have_left(view: View, parent: ast.AST, child: ast.AST) -> bool:
    """Whether a statement before the child, in the same block, may leave it under a Python condition."""
    for block in (getattr(parent, name, None) for name in ("body", "orelse", "finalbody")):
        if isinstance(block, list) and child in block:
            return any(_leaves(view, statement) for statement in _before(block, child))
    return False


def _before(block: Sequence[ast.stmt], child: ast.AST) -> Sequence[ast.stmt]:
    return block[: block.index(child)]


def _leaves(view: View, node: ast.AST) -> bool:
    """Whether there is a jump in a statement that the trace may follow for good."""
    if isinstance(node, _LEAVES):
        return True
    if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        return False
    if isinstance(node, ast.If) and view.is_tensor(node.test):
        return False
    if isinstance(node, ast.For | ast.While) and view.is_graph_loop(node):
        return False
    return any(_leaves(view, child) for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr))
