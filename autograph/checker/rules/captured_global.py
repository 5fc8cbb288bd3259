"""A compiled function reads a Python number, text or flag that is bound again elsewhere.

The value at the time of the trace stays in the graph as a constant; binding the name again changes nothing for calls
that use the trace.

Bad::

    scale = 2.0

    @tf.function
    def scaled(x):
        return x * scale

    scale = 3.0

Good::

    scale = tf.Variable(2.0)

    @tf.function
    def scaled(x):
        return x * scale

    scale.assign(3.0)
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.flow.calling import loops_around
from autograph.checker.model.definitions import FUNCTIONS
from autograph.checker.model.scopes import Binding, Form, Scope
from autograph.checker.model.values import NUMBERS, Kind, Origin
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG503", "captured-global", Severity.WARNING)

_FORMS = frozenset({Form.ASSIGN, Form.AUGMENT, Form.UNPACK, Form.ITERATE})


@rule.visits(ast.Name)
def check(node: ast.Name, view: View) -> Iterator[Finding]:
    """Reports reads of such names."""
    found = view.value(node)
    if not isinstance(node.ctx, ast.Load) or found.origin is not Origin.FREE or not found.only(NUMBERS | {Kind.STR}):
        return
    scope = view.analysis.module.scope_at(node)
    owner = scope.owner(node.id)
    if owner is None or owner is scope or node.id in scope.globals | scope.nonlocals:
        return
    again = _bound_again(view, owner, node.id)
    if again is not None:
        yield Finding(
            node,
            f"the value of `{node.id}` is frozen at trace time, but it is bound again elsewhere",
            f"make it an argument, or a `{view.framework}.Variable`",
            ((again, f"`{node.id}` is bound again here"),),
        )


def _bound_again(view: View, owner: Scope, name: str) -> ast.AST | None:
    bindings = [binding for binding in owner.bindings[name] if binding.form in _FORMS and not _is_own(view, binding)]
    for place, binding in enumerate(bindings):
        is_looped = isinstance(binding.statement, ast.For) or any(
            True for _ in loops_around(view.analysis, binding.node)
        )
        if is_looped or (place > 0 and not _says_the_same(view, bindings[0], binding)):
            return binding.node
    return None


def _is_own(view: View, binding: Binding) -> bool:
    """Whether a comprehension binds it, which nobody else sees."""
    return isinstance(binding.statement, ast.comprehension)


def _says_the_same(view: View, first: Binding, second: Binding) -> bool:
    """Whether two bindings give one number, as cells of a notebook do, or are branches of one decision."""
    constants = [binding.value.value for binding in (first, second) if isinstance(binding.value, ast.Constant)]
    if len(constants) == 2 and constants[0] == constants[1] and first.form is second.form is Form.ASSIGN:
        return True
    holders = [_conditional(view, binding.node) for binding in (first, second)]
    return holders[1] is not None and (holders[0] is holders[1] or holders[0] is None)


def _conditional(view: View, node: ast.AST) -> ast.AST | None:
    parent = view.analysis.module.parents.get(id(node))
    while parent is not None and not isinstance(parent, FUNCTIONS):
        if isinstance(parent, ast.If | ast.Try):
            return parent
        parent = view.analysis.module.parents.get(id(parent))
    return None
