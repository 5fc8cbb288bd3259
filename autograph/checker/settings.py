"""What a run of the checker is asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .flow.analysis import Options
from .rulebook import default_codes

TRACE_PROBE = r"\b(re)?trac(e|ing|ed)\b"


@dataclass(frozen=True)
class Settings:
    """Which rules are asked, and how.

    Attributes:
        codes: the rules.
        options: what counts as graph code.
        strict: whether what may be a tensor counts as one, and what may be a container.
        transitive: whether functions that compiled ones call are looked at.
        per_file_ignores: patterns of files, each with the codes that are not reported there.
        trace_probe: a pattern of texts that are printed on purpose to see when tracing happens.
    """

    codes: frozenset[str] = field(default_factory=default_codes)
    options: Options = field(default_factory=Options)
    strict: bool = False
    transitive: bool = True
    per_file_ignores: tuple[tuple[str, frozenset[str]], ...] = ()
    trace_probe: str = TRACE_PROBE

    def __post_init__(self) -> None:
        re.compile(self.trace_probe)
