"""Runs one of CPython's own test files, native or with the library converted, and reads what became of each test."""

from __future__ import annotations

import ast
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
HOOK = Path(__file__).parent / "hook"

_RAN = re.compile(r"^(\w+ \([\w.]+\))(?= \.\.\. |$)", re.MULTILINE)
_FAILED = re.compile(r"^(?:FAIL|ERROR): (\w+ \([\w.]+\)|\S+)", re.MULTILINE)
_COUNTED = re.compile(r"^Ran (\d+) tests?", re.MULTILINE)
_SKIPPED = re.compile(r"skipped=(\d+)")


@dataclass
class Outcome:
    """What a run of a test file gave.

    Attributes:
        ran: the tests that were started.
        failed: those of them (or of their fixtures) that failed.
        count: how many tests unittest counted.
        skipped: how many it skipped.
        finished: whether the run came to its end within the time.
        seconds: how long it took.
        loaded: the modules that loaded converted.
        functions: how many functions those have.
        executed: how many of them ran; before Python 3.12 only those that ran eight times or more.
        output: what it printed.
    """

    ran: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    count: int = 0
    skipped: int = 0
    finished: bool = False
    seconds: float = 0.0
    loaded: list[str] = field(default_factory=list)
    functions: int = 0
    executed: int = 0
    output: str = ""


def run(
    test: str, folder: Path | None = None, modules: Iterable[str] = (), *, limit: float = 240, wrong: bool = False
) -> Outcome:
    """Runs a test file in a process of its own.

    Args:
        test: its name: "test_json".
        folder: the code objects of converted modules; None for a native run.
        modules: the modules that load converted; all in the folder when empty.
        limit: seconds until the process is killed.
        wrong: let the operators answer wrongly.
    """
    with tempfile.TemporaryDirectory() as scratch:
        report, log = Path(scratch, "report"), Path(scratch, "log")
        start = time.perf_counter()
        with log.open("wb") as stream:
            finished = _wait(_start(test, _environment(folder, modules, report, wrong), scratch, limit, stream), limit)
        outcome = _read(log.read_text(errors="replace"))
        outcome.seconds = time.perf_counter() - start
        outcome.finished = finished and outcome.count > 0
        if report.exists():
            for line in report.read_text().splitlines():
                outcome.loaded, outcome.functions, outcome.executed = ast.literal_eval(line)
        return outcome


def _environment(folder: Path | None, modules: Iterable[str], report: Path, wrong: bool) -> dict[str, str]:
    variables = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "AUTOGRAPH_"))}
    variables["PYTHONPATH"] = os.pathsep.join(map(str, (HOOK, ROOT)))
    if folder is not None:
        variables |= {"AUTOGRAPH_FIDELITY": str(folder), "AUTOGRAPH_FIDELITY_REPORT": str(report)}
        variables |= {"AUTOGRAPH_FIDELITY_MODULES": ",".join(modules)} if modules else {}
        variables |= {"AUTOGRAPH_FIDELITY_WRONG": "1"} if wrong else {}
    return variables


def _start(test: str, variables: dict[str, str], scratch: str, limit: float, log: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "test", "-v", "--timeout", str(limit - 5), test]
    return subprocess.Popen(
        command, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,  # type: ignore[call-overload]
        env=variables, cwd=scratch, start_new_session=True,
    )  # fmt: skip


def _wait(process: subprocess.Popen[bytes], limit: float) -> bool:
    try:
        process.wait(limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return False
    return True


def _read(text: str) -> Outcome:
    return Outcome(
        ran=sorted(_RAN.findall(text)),
        failed=sorted(set(_FAILED.findall(text))),
        count=sum(map(int, _COUNTED.findall(text))),
        skipped=sum(map(int, _SKIPPED.findall(text)[-1:])),
        output=text,
    )
