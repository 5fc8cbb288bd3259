"""Debuggers, coverage and tracebacks show the user's own file and lines, in Python mode and while tracing."""

import io
import os
import pdb
import subprocess
import sys
import textwrap
import traceback
from pathlib import Path

import pytest

import autograph as ag
import runtime as rt


def halve(x):
    steps = 0
    while x > 1:
        x = x // 2
        steps += 1
    return steps


def line_of(text):
    """The number of the line of this file that reads so first."""
    with open(__file__) as file:
        return next(number for number, line in enumerate(file, 1) if line.strip() == text)


def debugged(function, argument):
    """What pdb shows when it stops at `steps += 1`, steps on and prints a variable."""
    output = io.StringIO()
    commands = io.StringIO("continue\nwhere\np steps\nnext\np steps\nclear 1\ncontinue\n")
    debugger = pdb.Pdb(stdin=commands, stdout=output, nosigint=True, readrc=False)
    debugger.use_rawinput = False
    debugger.set_break(__file__, line_of("steps += 1"))
    debugger.runcall(function, argument)
    return output.getvalue()


@pytest.mark.skipif(sys.gettrace() is not None, reason="another tracer is running")
def test_pdb_stops_at_the_users_line():
    shown = debugged(ag.to_graph(halve), 9)
    assert f"{__file__}({line_of('steps += 1')})halve()" in shown
    assert "-> steps += 1" in shown


def test_coverage_counts_the_users_lines(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        textwrap.dedent(
            """
            import autograph as ag

            def sign(x):
                if x > 0:
                    return 1
                return -1

            ag.to_graph(sign)(3)
            """
        ).lstrip()
    )
    coverage = [sys.executable, "-m", "coverage"]
    options = {"check": True, "capture_output": True, "text": True, "cwd": tmp_path}
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    subprocess.run([*coverage, "run", f"--include={program}", str(program)], env=environment, **options)
    lines = subprocess.run([*coverage, "report", "--show-missing"], **options).stdout.splitlines()
    (row,) = [line for line in lines if "program.py" in line]
    assert row.split()[-1] == "6", row


def test_an_error_while_tracing_shows_the_users_line():
    def broken(x):
        if x > 0:
            x = undefined_name + 1  # noqa: F821
        return x

    with rt.Graph().as_default(), pytest.raises(NameError) as caught:
        ag.to_graph(broken)(rt.placeholder(rt.int32, []))
    places = [(frame.filename, frame.line) for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert (__file__, "x = undefined_name + 1  # noqa: F821") in places
