"""The text of a symbolic tensor is made: in an f-string, by `format`, `%` or `str`.

It says `Tensor("Sum:0", shape=(), dtype=float32)`, not the value; with a format specification it raises. Messages of
errors that are raised while tracing are fine.

Bad::

    @tf.function
    def step(x):
        loss = tf.reduce_sum(x)
        tf.print(f"loss {loss:.3f}")
        return loss

Good::

    @tf.function
    def step(x):
        loss = tf.reduce_sum(x)
        tf.print("loss", loss)
        return loss
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Fix, Severity
from autograph.checker.knowledge.host import LOGS, PRINTS
from autograph.checker.model.values import Kind
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG307", "formatted-tensor", Severity.ERROR, fix="unsafe")


@rule.visits(ast.JoinedStr)
def check_text(node: ast.JoinedStr, view: View) -> Iterator[Finding]:
    """Reports f-strings with tensors."""
    parts = [part for part in node.values if isinstance(part, ast.FormattedValue) and view.is_tensor(part.value)]
    has_spec = any(part.format_spec is not None for part in parts)
    if parts and not _is_of_the_trace(node, view, raises=has_spec):
        is_part = isinstance(view.parent(node), ast.FormattedValue)  # a specification, or a text inside another
        fix = None if has_spec or is_part else _fix(node, view)
        yield _finding(node, parts[0].value, view, raises=has_spec, fix=fix)


@rule.visits(ast.BinOp)
def check_percent(node: ast.BinOp, view: View) -> Iterator[Finding]:
    """Reports `%` with tensors."""
    if isinstance(node.op, ast.Mod) and view.value(node.left).only(frozenset({Kind.STR})):
        parts = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
        tensor = next((part for part in parts if view.is_tensor(part)), None)
        raises = "%s" not in view.source(node.left)
        if tensor is not None and not _is_of_the_trace(node, view, raises=raises):
            yield _finding(node, tensor, view, raises=raises)


@rule.visits(ast.Call)
def check_call(call: ast.Call, view: View) -> Iterator[Finding]:
    """Reports `"…".format(t)`, `str(t)` and `format(t)`."""
    is_method = isinstance(call.func, ast.Attribute) and call.func.attr == "format"
    if (
        is_method
        and isinstance(call.func, ast.Attribute)
        and not view.value(call.func.value).only(frozenset({Kind.STR}))
    ):
        return
    if not is_method and view.dotted(call.func) not in ("str", "repr", "format"):
        return
    arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
    tensor = next((item for item in arguments if view.is_tensor(item)), None)
    has_spec = ":" in view.source(call.func) if is_method else len(call.args) > 1
    if tensor is not None and not _is_of_the_trace(call, view, raises=has_spec):
        yield _finding(call, tensor, view, raises=has_spec)


def _finding(node: ast.expr, tensor: ast.expr, view: View, *, raises: bool, fix: Fix | None = None) -> Finding:
    text = view.text(tensor)
    message = f"a format specification needs a number, but `{text}` is a symbolic tensor" if raises else (
        f"formats the symbolic tensor `{text}`: the text is its name, not its value"
    )  # fmt: skip
    ours = f"give it to `{view.framework}.print` as an argument, or use `{view.framework}.strings.format`"
    return Finding(node, message, ours, fix=fix, severity=None if raises else Severity.WARNING)


def _is_of_the_trace(node: ast.expr, view: View, *, raises: bool) -> bool:
    """Whether the text is for an error or a message while tracing; another rule reports the latter if it gets made."""
    for parent, child in view.ancestors(node):
        if isinstance(parent, ast.Raise) or (isinstance(parent, ast.Assert) and child is parent.msg):
            return True
        if isinstance(parent, ast.Call) and child is not parent.func and not raises:
            name = view.dotted(parent.func)
            if name in PRINTS or LOGS.match(name) or name in ("warnings.warn", "str", "format"):
                return True
            if isinstance(parent.func, ast.Attribute) and parent.func.attr in ("info", "debug", "warning", "error"):
                return True
        if isinstance(parent, ast.stmt):
            return False
    return False


def _fix(node: ast.JoinedStr, view: View) -> Fix | None:
    texts, values = [], []
    for part in node.values:
        if isinstance(part, ast.Constant):
            if "{" in str(part.value) or "}" in str(part.value):
                return None
            texts.append(str(part.value))
        elif isinstance(part, ast.FormattedValue) and part.format_spec is None and part.conversion == -1:
            texts.append("{}")
            values.append(ast.unparse(part.value))
        else:
            return None
    return view.replace(node, f"{view.framework}.strings.format({''.join(texts)!r}, [{', '.join(values)}])")
