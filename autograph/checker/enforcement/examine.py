"""The analysis of a function at its first call."""

from __future__ import annotations

import functools
from dataclasses import replace

from autograph.checker.check import SEED_RULES, findings
from autograph.checker.diagnostic import Diagnostic
from autograph.checker.flow.analysis import Analysis, Options
from autograph.checker.flow.context import AUTOGRAPH, Root
from autograph.checker.model.module import Module
from autograph.checker.rulebook import rules_named
from autograph.checker.suppressions import suppressions, unsilenced
from autograph.syntax.document import Document
from autograph.syntax.recursion import deep_recursion
from autograph.syntax.source import Source

from .call import Call
from .certainty import Certainty
from .judgement import Judge
from .live import LiveNames, parameter_values

_MOST_EVALUATIONS = 5_000  # some tens of milliseconds: who waits for a call has less time than who checks a file
_MOST_MODELS = 8  # files: functions of a few are traced in turn as a rule


def examine(call: Call, source: Source) -> list[Diagnostic]:
    """What the seed rules find in a function, without what comments silence.

    Args:
        call: its first call.
        source: its text.
    """
    document = source.document
    with deep_recursion(document.depth):
        module, roots = _model(document)
        options = Options(target=AUTOGRAPH, habits=False)
        analysis = Analysis(module, options, LiveNames(call.function.__globals__), roots, _MOST_EVALUATIONS)
        function = module.function_of(source.node)
        root = roots.get(id(source.node)) or Root(function, source.node, AUTOGRAPH)
        analysis.run_root(replace(root, arguments=parameter_values(call)))
        found = findings(analysis, rules_named(SEED_RULES), judge=Judge(call, Certainty(analysis)))
    return unsilenced(found, suppressions(document.text, document.file)) if found else []


@functools.lru_cache(maxsize=_MOST_MODELS)
def _model(document: Document) -> tuple[Module, dict[int, Root]]:
    """The model of a file, and the compiled functions in it: most of the work, and the same for all its functions."""
    module = Module(document)
    return module, Analysis(module, Options(target=AUTOGRAPH)).roots
