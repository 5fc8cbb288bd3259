"""Checks a function before it is traced for the first time: raises for what is certain, warns of what is probable."""

from __future__ import annotations

import functools
import inspect
import logging
import types
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Literal

from autograph.checker.check import SEED_RULES, findings
from autograph.checker.diagnostic import Diagnostic
from autograph.checker.flow.analysis import Analysis, Options
from autograph.checker.flow.context import AUTOGRAPH, Root
from autograph.checker.model.module import Module
from autograph.checker.rulebook import rules_named
from autograph.checker.suppressions import suppressions, unsilenced
from autograph.errors import ConversionError
from autograph.operators.conversion import DO_NOT_CONVERT
from autograph.operators.place import is_framework
from autograph.syntax.recursion import deep_recursion
from autograph.syntax.source import Source

from .certainty import Certainty
from .judgement import Judge
from .live import MISSING, Call, LiveNames
from .suspicion import is_suspicious
from .violations import ProbableViolation, violation

Rules = Literal["error", "warn", "off"]
_logger = logging.getLogger("autograph")
_warned: set[tuple[str, str, int, int]] = set()


def enforce(
    rules: Rules, target: Callable[..., Any], receiver: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> None:
    """Checks a function that is about to be traced.

    Args:
        rules: "error" raises for what is certain and warns of what is probable, "warn" warns of both.
        target: a function, method, partial or callable object.
        receiver: the object that the function is bound to, or None.
        args: the positional arguments of the call.
        kwargs: the others.

    Raises:
        UsageError: a rule is broken for certain.
    """
    call = _call(target, receiver, args, kwargs)
    if call is None:
        return
    try:
        found = check_call(call)
    except ConversionError:
        return  # the conversion itself says what is wrong with the text
    except Exception:  # a fault of the checker must not keep a program from running
        _logger.debug("`%s` could not be checked", call.function.__qualname__, exc_info=True)
        return
    for one in found:
        if rules == "error" and one.is_certain:
            raise violation(one, _text(call, one))
    for one in found:
        _warn(call, one)


def check_call(call: Call) -> list[Diagnostic]:
    """What the seed rules find in a function at its first call, without what comments silence.

    Raises:
        ConversionError: the text of the function is not to be had.
    """
    source = Source.of(call.function)
    document = source.document

    def live(name: str) -> object:
        return call.name(name)

    if not is_suspicious(document, source.node, live):
        return []
    with deep_recursion(document.depth):
        analysis = Analysis(Module(document), Options(target=AUTOGRAPH), LiveNames(call.function.__globals__))
        function = analysis.module.function_of(source.node)
        root = analysis.roots.get(id(source.node)) or Root(function, source.node, AUTOGRAPH)
        analysis.run_root(replace(root, arguments=call.parameter_values()))
        judge = Judge(call, Certainty(analysis))
        found = findings(analysis, rules_named(SEED_RULES), judge=judge)
    return unsilenced(found, suppressions(document.text, document.file)) if found else []


def _call(target: Any, receiver: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Call | None:
    """The function behind a callable with what it is called with; None if there is none of the user's."""
    is_partial = False
    while isinstance(target, functools.partial):
        is_partial, target = True, target.func
    if isinstance(target, types.MethodType):
        receiver, target = target.__self__, target.__func__
    if not isinstance(target, types.FunctionType) and not isinstance(target, type):
        receiver, target = target, getattr(type(target), "__call__", None)  # noqa: B004 (its code is looked at)
    if not isinstance(target, types.FunctionType) or getattr(target, DO_NOT_CONVERT, False):
        return None
    if is_framework(target.__code__.co_filename):
        return None
    receiver = MISSING if receiver is None else receiver
    return Call(target, receiver, {} if is_partial else _arguments(target, receiver, args, kwargs))


def _arguments(
    function: types.FunctionType, receiver: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> dict[str, Any]:
    """What each parameter is; those that gather the rest are left out."""
    bound = () if receiver is MISSING else (receiver,)
    try:
        signature = inspect.signature(function)
        given = signature.bind(*bound, *args, **kwargs).arguments
    except (TypeError, ValueError):
        return {}
    named = [
        name for name, one in signature.parameters.items() if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
    ]
    return {name: given[name] for name in named[len(bound) :] if name in given}


def _text(call: Call, found: Diagnostic) -> str:
    """The finding as `autograph check` shows it."""
    from autograph.checker.formats.full import finding
    from autograph.checker.formats.report import Report
    from autograph.checker.runner import Checked

    text = Source.of(call.function).text
    return "\n".join(finding(Report([Checked(found.span.file, text, (found,))]), found))


def _warn(call: Call, found: Diagnostic) -> None:
    key = found.code, found.span.file, found.span.line, found.span.column
    if key not in _warned:
        _warned.add(key)
        told = ProbableViolation(found, _text(call, found))
        warnings.warn_explicit(told, None, found.span.file, found.span.line, module=call.function.__module__)
