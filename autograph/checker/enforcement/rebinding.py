"""Whether a trace may give a name or an attribute another value before it is looked at.

`self.reset(); self.items.append(x)` changes a list of the trace if `reset` makes a new one, and `reset` may stand in
another file. So an attribute counts as what it is at the first call only if nothing in the trace sets it, and if
nothing that the file does not define gets the object.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from autograph.checker.flow.analysis import Analysis
from autograph.checker.model.definitions import Function
from autograph.checker.model.module import path_text
from autograph.checker.model.values import Origin
from autograph.checker.view import View


def is_bound_elsewhere(analysis: Analysis, node: ast.Name) -> bool:
    """Whether the trace binds a name in another place too: it may put back what was there."""
    return any(
        isinstance(other, ast.Name) and other.id == node.id and other is not node and not _is_read(other)
        for context in analysis.contexts
        for other in context.nodes()
    )


def may_be_rebound(view: View, place: ast.expr | None, besides: ast.expr | None = None) -> bool:
    """Whether the trace may set one of the attributes that an expression reads.

    Args:
        view: of the context that the expression stands in.
        place: an expression like `self.items` or `TABLE["rows"]`.
        besides: an assignment that does not count.
    """
    return any(
        _is_set(view.analysis, attribute, besides) or _is_given_away(view, attribute.value)
        for attribute in _attributes(place)
    )


def _attributes(place: ast.expr | None) -> Iterator[ast.Attribute]:
    while isinstance(place, ast.Attribute | ast.Subscript):
        if isinstance(place, ast.Attribute):
            yield place
        place = place.value


def _is_set(analysis: Analysis, attribute: ast.Attribute, besides: ast.expr | None) -> bool:
    return any(
        isinstance(other, ast.Attribute)
        and other.attr == attribute.attr
        and other is not besides
        and not _is_read(other)
        for context in analysis.contexts
        for other in context.nodes()
    )


def _is_given_away(view: View, owner: ast.expr) -> bool:
    """Whether code that is not in the file may get the object: as the receiver, or as an argument."""
    if view.context.chain and view.value(owner).origin in (Origin.SELF, Origin.PARAM):
        return True  # under which name its callers know it is not followed
    text = path_text(owner)
    return not text or any(
        text in _given(node) and not isinstance(view.value(node.func).target, Function)
        for node in view.context.nodes()
        if isinstance(node, ast.Call)
    )


def _given(call: ast.Call) -> list[str]:
    """What a call gets, as text."""
    receiver = [call.func.value] if isinstance(call.func, ast.Attribute) else []
    return [path_text(item) for item in (*receiver, *call.args, *(keyword.value for keyword in call.keywords))]


def _is_read(node: ast.Name | ast.Attribute) -> bool:
    return isinstance(node.ctx, ast.Load)
