"""The errors of broken rules: a `UsageError` each, which also is what Python or a trace would raise later on."""

from __future__ import annotations

from autograph.checker.diagnostic import Diagnostic
from autograph.errors import AutographError, StagingError, UsageError, UsageWarning


class _Shown(AutographError):
    """Shows a finding as `autograph check` does.

    Attributes:
        diagnostic: the finding.
        text: what `autograph check` prints of it.
    """

    def __init__(self, diagnostic: Diagnostic, text: str) -> None:
        super().__init__(diagnostic.message, span=diagnostic.span, fix=diagnostic.help)
        self.diagnostic = diagnostic
        self.text = text

    def __str__(self) -> str:
        return self.text


class RuleViolation(_Shown, UsageError):
    """A function breaks a rule, certainly."""


class ProbableViolation(_Shown, UsageWarning):
    """A function probably breaks a rule, or breaks one certainly and only warnings are asked for."""


class OuterChange(RuleViolation, StagingError):
    """Something that outlives the trace is changed."""


class LateVariable(RuleViolation, ValueError):
    """A variable is created on each trace."""


class PythonOnTensor(RuleViolation, TypeError):
    """A function of Python or numpy gets a symbolic tensor."""


class NotEager(PythonOnTensor, AttributeError):
    """A method of eager tensors is called on a symbolic one."""


_KINDS = {"AG10": OuterChange, "AG20": LateVariable, "AG30": PythonOnTensor}


def violation(diagnostic: Diagnostic, text: str) -> RuleViolation:
    """The error of a finding."""
    if diagnostic.code == "AG304":
        return NotEager(diagnostic, text)
    return _KINDS.get(diagnostic.code[:4], RuleViolation)(diagnostic, text)
