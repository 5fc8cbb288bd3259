"""Checks a function before it is traced for the first time: raises for what is certain, warns of what is probable."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from autograph.errors import ConversionError
from autograph.syntax.source import Source

from .call import Call, first_call
from .suspicion import is_suspicious

if TYPE_CHECKING:
    from autograph.checker.diagnostic import Diagnostic

Rules = Literal["error", "frozen", "warn", "off"]

_RAISED: dict[str, frozenset[str] | None] = {"error": None, "frozen": frozenset({"AG302"}), "warn": frozenset()}
"""The codes of what raises where it is certain, by the rules in force; None for all."""

_warned: set[tuple[str, str, int, int]] = set()


def enforce(
    rules: Rules, target: Callable[..., Any], receiver: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> None:
    """Checks a function that is about to be traced.

    Args:
        rules: "error" raises for what is certain and warns of what is probable, "warn" warns of both, "frozen" raises
            for numbers that would be the same on each call and warns of the rest.
        target: a function, method, partial or callable object.
        receiver: the object that the function is bound to, or None.
        args: the positional arguments of the call.
        kwargs: the others.

    Raises:
        UsageError: a rule is broken for certain.
    """
    call = first_call(target, receiver, args, kwargs)
    if call is None:
        return
    try:
        found = check_call(call)
    except ConversionError:
        return  # the conversion itself says what is wrong with the text
    except Exception:  # a fault of the checker must not keep a program from running
        _note_fault(call)
        return
    raised = _RAISED[rules]
    for one in found:
        if one.is_certain and (raised is None or one.code in raised):
            from .violations import violation

            raise violation(one, _text(call, one))
    for one in found:
        _warn(call, one)


def check_call(call: Call) -> list[Diagnostic]:
    """What the seed rules find in a function at its first call. Most functions hold nothing that needs an analysis.

    Raises:
        ConversionError: the text of the function is not to be had.
    """
    source = Source.of(call.function)
    if not is_suspicious(source.document, source.node, call.name):
        return []
    from .examine import examine

    return examine(call, source)


def _note_fault(call: Call) -> None:
    import logging

    logging.getLogger("autograph").debug("`%s` could not be checked", call.function.__qualname__, exc_info=True)


def _text(call: Call, found: Diagnostic) -> str:
    """The finding as `autograph check` shows it."""
    from autograph.checker.formats.full import finding
    from autograph.checker.formats.report import Report
    from autograph.checker.runner import Checked

    text = Source.of(call.function).text
    return "\n".join(finding(Report([Checked(found.span.file, text, (found,))]), found))


def _warn(call: Call, found: Diagnostic) -> None:
    from .violations import ProbableViolation

    key = found.code, found.span.file, found.span.line, found.span.column
    if key not in _warned:
        _warned.add(key)
        told = ProbableViolation(found, _text(call, found))
        warnings.warn_explicit(told, None, found.span.file, found.span.line, module=call.function.__module__)
