"""Compares the native and the converted run of a test file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .running import Outcome

FILES = Path(__file__).parent / "files.txt"

EQUAL, DIFFERENT, MISSING, VACUOUS, TIME = "equal", "different", "not in this Python", "vacuous", "time limit"


@dataclass(frozen=True)
class Verdict:
    """What two runs say together.

    Attributes:
        kind: one of the words above.
        lost: tests that fail only in the converted run, or run only natively.
    """

    kind: str
    lost: tuple[str, ...] = ()


def files() -> dict[str, tuple[str, ...]]:
    """The test files, with patterns of the modules that each one is about."""
    lines = (line.split() for line in FILES.read_text().splitlines())
    return {name: tuple(patterns) for name, *patterns in lines}


def compare(native: Outcome, converted: Outcome) -> Verdict:
    """The verdict on a converted run: the same tests ran and the same failed."""
    if native.count == 0:
        return Verdict(MISSING)
    if not native.finished or not converted.finished and converted.count:
        return Verdict(TIME)
    if not converted.loaded and converted.finished:
        return Verdict(VACUOUS)
    lost = set(converted.failed) - set(native.failed) | set(native.ran) - set(converted.ran)
    same = not lost and (native.count, native.skipped) == (converted.count, converted.skipped)
    return Verdict(EQUAL if same else DIFFERENT, tuple(sorted(lost)))
