"""A method is called that needs a tensor with a value: `.numpy()`, `.item()`, `.tolist()`, or `model.predict`.

While a function is traced its tensors are symbolic and have no such methods; `predict`, `fit` and `evaluate` run loops
of their own over values.

Bad::

    @tf.function
    def score(x):
        return model.predict(x)

Good::

    @tf.function
    def score(x):
        return model(x, training=False)
"""

import ast
from collections.abc import Iterator

from autograph.checker.diagnostic import Severity
from autograph.checker.knowledge.keras import HOST_METHODS, is_model
from autograph.checker.model.definitions import Function
from autograph.checker.model.module import path_text
from autograph.checker.model.values import SYMBOLIC, Kind, Value
from autograph.checker.rule import Finding, Rule
from autograph.checker.view import View

rule = Rule(__name__, "AG304", "eager-only", Severity.ERROR)

_TENSOR_METHODS = frozenset({"tolist", "item", "eval", "astype", "__array__"})
_NOT_TENSORS = frozenset(
    {Kind.EAGER, Kind.EAGERS, Kind.NDARRAY, Kind.LIST, Kind.DICT, Kind.STR, Kind.MODULE, Kind.CLASS}
)
_ATTEMPTS = frozenset({"AttributeError", "NotImplementedError", "Exception", ""})


@rule.visits(ast.Call)
def check(call: ast.Call, view: View) -> Iterator[Finding]:
    """Reports methods that need values."""
    if not isinstance(call.func, ast.Attribute) or isinstance(view.value(call.func).target, Function):
        return
    name, owner = call.func.attr, view.value(call.func.value)
    if name == "numpy" and not call.args and not owner.may(_NOT_TENSORS) and not _is_attempt(call, view):
        yield Finding(
            call,
            f"`{view.text(call)}` needs an eager tensor, but `{view.text(call.func.value)}` is symbolic here",
            "compute with the tensor itself, or call `.numpy()` where the function is called",
            is_certain=owner.only(SYMBOLIC),
        )
    elif name in _TENSOR_METHODS and owner.only(frozenset({Kind.TENSOR, Kind.VARIABLE})):
        yield Finding(
            call,
            f"`.{name}()` needs an eager tensor, but `{view.text(call.func.value)}` is symbolic here",
            f"use `{view.framework}.cast`" if name == "astype" else "compute with the tensor itself",
        )
    elif name in HOST_METHODS and _is_model(call, owner, view):
        yield Finding(
            call,
            f"`{view.text(call.func)}` runs a loop over values of its own, and needs eager tensors",
            f"call the model itself: `{view.text(call.func.value)}(...)`",
            is_certain=is_model(owner.dotted),
        )


def _is_model(call: ast.Call, owner: Value, view: View) -> bool:
    """Whether what has the method is a model of Keras; one that predicts mean and variance is of another library."""
    if is_model(owner.dotted):
        return True
    parent = view.parent(call)
    is_unpacked = isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Tuple)
    if owner.only(frozenset({Kind.MODULE, Kind.CLASS})) or is_unpacked:
        return False
    assert isinstance(call.func, ast.Attribute)
    last = path_text(call.func.value).rpartition(".")[2].lower()
    return "model" in last or last.endswith(("net", "network"))


def _is_attempt(call: ast.Call, view: View) -> bool:
    """Whether the failure is expected: `try: x = x.numpy()`, `except AttributeError`."""
    for parent, child in view.ancestors(call):
        if isinstance(parent, ast.Try) and child in parent.body:
            for handler in parent.handlers:
                types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
                if any((path_text(type_) if type_ else "") in _ATTEMPTS for type_ in types):
                    return True
    return False
