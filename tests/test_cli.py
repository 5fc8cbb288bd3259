"""The command line."""

import io
import os
import subprocess
import sys
import types
from pathlib import Path

import pytest

import autograph
from autograph.cli import main  # noqa: TID251
from autograph.commands.convert import split_target
from autograph.errors import AutographError, UsageError
from autograph.syntax import pipeline
from autograph.syntax.span import Span
from autograph.terminal import Terminal, highlighted

ROOT = Path(__file__).parent.parent
TEXT = 'import sys\nsys.exit("imported")\n\n\ndef f(x):  # f\n    if x > 0:\n        x = -x\n    return x\n'


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "model.py"
    path.write_text(TEXT)
    return path


def standard_input(monkeypatch, content):
    monkeypatch.setattr(sys, "stdin", types.SimpleNamespace(buffer=io.BytesIO(content)))


def test_a_file_is_converted_and_never_imported(file, capsys):
    assert main(["convert", str(file)]) == 0
    text = capsys.readouterr().out
    assert "import autograph as ag\n" in text
    assert "def f(x):  # f\n    if then := ag.when(x > 0):\n" in text
    compile(text, "converted", "exec")


def test_comments_of_ifs_that_become_arms_of_one_chain_are_kept(tmp_path, capsys):
    (tmp_path / "exits.py").write_text("""
def exits(x):
    # first
    if x > 9:  # large
        return 2  # two
    # second
    if (x > 5 and  # small
            x != 7):
        return 1
    # neither
    return 0
""")
    assert main(["convert", f"{tmp_path / 'exits.py'}:exits"]) == 0
    assert (
        capsys.readouterr().out
        == """import autograph as ag


def exits(x):
    # first
    for arm, test in ag.once or ag.arms(('return_value',)):  # large
        if arm <= 1 and test(x > 9):
            return_value = 2  # two
        # second
        elif arm <= 2 and test(ag.both(x > 5) and  # small
                x != 7):
            return_value = 1
        else:
            # neither
            return_value = 0
    return return_value
"""
    )


def test_one_function_is_printed_alone(file, capsys):
    assert main(["convert", f"{file}:f"]) == 0
    assert capsys.readouterr().out.startswith("import autograph as ag\n\n\ndef f(x):  # f\n")


def test_standard_input(monkeypatch, capsys):
    standard_input(monkeypatch, TEXT.encode())
    assert main(["convert", "--", "-:f"]) == 0
    assert "ag.when" in capsys.readouterr().out


def test_several_targets_are_told_apart(file, capsys):
    assert main(["convert", f"{file}:f", str(file)]) == 0
    assert capsys.readouterr().out.count(f"# {file}") == 2


def test_the_difference_is_shown_where_asked(file, capsys):
    assert main(["convert", "--diff", str(file)]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"--- {file}\n+++ {file} (converted)\n")
    changed = "-    if x > 0:\n+    if then := ag.when(x > 0):\n         x = -x\n+        ag.end_if(then, ('x',))\n"
    assert changed in text


def test_the_passes_may_stop_early(file, capsys):
    assert main(["convert", "--until", "fence", "--verify", str(file)]) == 0
    assert capsys.readouterr().out == TEXT


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["convert", "no_file.py"], "error: cannot read no_file.py: No such file or directory\n"),
        (["convert", str(ROOT)], f"error: cannot read {ROOT}: Is a directory\n"),
        (["convert", "--until", "x", "y"], "error: no pass `x`\n  fix: the passes are: fence, "),
        (["convert"], "usage: autograph convert"),
        (["no_command"], "usage: autograph"),
        ([], "usage: autograph"),
    ],
)
def test_a_wrong_command_line_is_exit_code_2(arguments, message, capsys):
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(message)


def test_a_name_that_is_not_there_is_exit_code_2(file, capsys):
    assert main(["convert", f"{file}:g"]) == 2
    assert capsys.readouterr().err == f"error: {file}: no function or class `g`\n  fix: it has: f.\n"


def test_text_that_is_not_python_is_exit_code_1(monkeypatch, capsys):
    standard_input(monkeypatch, b"def f(:\n")
    assert main(["convert", "-"]) == 1
    captured = capsys.readouterr()
    assert captured.err == "<stdin>:1:7: not valid Python: invalid syntax\n  1 | def f(:\n    |       ^\n"


def test_all_problems_of_all_targets_are_shown(file, monkeypatch, capsys):
    def failing(function, unit):
        raise unit.source.error(AutographErrorOfTest, function, f"not {function.name}")

    class AutographErrorOfTest(autograph.ConversionError):
        pass

    other = file.with_name("other.py")
    other.write_text("def g(): pass\ndef h(): pass\n")
    monkeypatch.setattr(pipeline, "load_pass", lambda name: failing)
    assert main(["convert", str(file), str(other)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert [line for line in captured.err.split("\n") if "not " in line] == [
        f"{file}:5:1: not f", f"{other}:1:1: not g", f"{other}:2:1: not h",
    ]  # fmt: skip


@pytest.mark.parametrize("content", [b"x = '\xe9'\n", b"# coding: no-such-code\nx = 1\n"])
def test_text_in_an_unknown_encoding_is_exit_code_2(content, monkeypatch, capsys):
    standard_input(monkeypatch, content)
    assert main(["convert", "-"]) == 2
    assert "fix: save it as UTF-8, or declare its encoding." in capsys.readouterr().err


def test_declared_encodings_are_read(monkeypatch, capsys):
    standard_input(monkeypatch, b"# coding: latin-1\nx = '\xe9'\n")
    assert main(["convert", "-"]) == 0
    assert capsys.readouterr().out == "# coding: utf-8\nx = '\xe9'\n"


def test_help_lists_the_commands(capsys):
    assert main(["--help"]) == 0
    assert "convert" in capsys.readouterr().out
    assert main(["convert", "--help"]) == 0
    assert "autograph convert model.py:Model.call" in capsys.readouterr().out


def test_the_version(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"autograph {autograph.__version__}\n"


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("a.py", ("a.py", "")),
        ("a.py:f", ("a.py", "f")),
        ("C:\\a.py:A.f", ("C:\\a.py", "A.f")),
        ("C:\\a.py", ("C:\\a.py", "")),
        ("-:é.<locals>.g", ("-", "é.<locals>.g")),
        ("a.py:", ("a.py:", "")),
        (":f", (":f", "")),
    ],
)
def test_targets(target, expected):
    assert split_target(target) == expected


def test_a_file_whose_name_has_a_colon(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a:b").touch()
    assert split_target("a:b") == ("a:b", "")


def test_colours_are_kept_from_files_and_wanted_on_request(file, capsys):
    main(["convert", str(file)])
    assert "\x1b" not in capsys.readouterr().out
    main(["convert", "--color", "always", str(file)])
    assert "\x1b[35mdef\x1b[0m f(x):  \x1b[90m# f\x1b[0m\n" in capsys.readouterr().out


@pytest.mark.parametrize(("variable", "expected"), [(None, True), ("NO_COLOR", False)])
def test_colours_on_a_terminal_respect_no_color(variable, expected, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    if variable:
        monkeypatch.setenv(variable, "1")
    stream = io.StringIO()
    stream.isatty = lambda: True
    monkeypatch.setattr(sys, "stdout", stream)
    Terminal().code("def f(): pass\n")
    assert ("\x1b" in stream.getvalue()) is expected


def test_colours_do_not_change_the_text():
    text = Path(__file__).read_text()
    painted = highlighted(text)
    for code in ("35", "32", "36", "90", "0"):
        painted = painted.replace(f"\x1b[{code}m", "")
    assert painted == text


@pytest.mark.parametrize("text", ["", "x", "f'{a!r:>{b}}' \\\n  + '''x\ny'''\n", "\x0c\nx = 1\n", "if x:\n\ty\n"])
def test_colours_work_on_odd_texts(text):
    assert highlighted(text).replace("\x1b[32m", "").replace("\x1b[36m", "").replace("\x1b[35m", "").replace(
        "\x1b[0m", ""
    ) == text  # fmt: skip


def test_errors_show_their_caret_in_colour(capsys):
    error = AutographError("no", span=Span("f.py", 1, 0, 1, 1), excerpt="  1 | x\n    | ^")
    Terminal("always").error(error)
    assert "    | \x1b[31m^\x1b[0m" in capsys.readouterr().err
    Terminal("always").error(UsageError("no"))
    assert capsys.readouterr().err == "\x1b[1m\x1b[31merror:\x1b[0m no\n"


def run(*arguments, **options):
    """The package as a program of its own."""
    command = [sys.executable, "-m", "autograph", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, **options)


def test_the_package_is_a_program():
    done = run("convert", "-", input="def f(): pass\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "def f(): pass\n", "")


def test_an_interrupt_is_no_traceback(monkeypatch, capsys):
    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("autograph.commands.convert.read", interrupted)
    assert main(["convert", "-"]) == 130


@pytest.mark.skipif(os.name != "posix", reason="pipes of a shell")
def test_a_reader_that_has_seen_enough_is_no_error(tmp_path):
    path = tmp_path / "long.py"
    path.write_text("x = 1\n" + f"y = '{'a' * 200_000}'")
    command = f"{sys.executable} -m autograph convert {path} | head -1"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("x = 1\n", "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device that is always full")
@pytest.mark.parametrize(
    "arguments",
    [
        ["convert", "autograph/cli.py"],
        ["convert", "--diff", "autograph/cli.py"],
        ["check", "--isolated", "autograph/cli.py"],
        ["check", "--isolated", "--output-format", "json", "autograph/cli.py"],
        ["rule", "--page"],
        ["rule", "AG101"],
        ["check", "--help"],
        ["inspect", "--html", "tests/fixtures/tensorflow/14_frozen/frozen.pb"],
    ],
    ids=" ".join,
)
def test_a_full_device_is_told_in_a_line(arguments):
    command = [sys.executable, "-m", "autograph", *arguments]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr) == (2, "error: cannot write the output: No space left on device\n")


def test_a_file_that_no_command_expects_to_fail_is_named(monkeypatch, tmp_path, capsys):
    def failing(*arguments):
        raise PermissionError(13, "Permission denied", "x.py")

    monkeypatch.setattr("autograph.commands.convert._convert", failing)
    assert main(["convert", "x.py"]) == 2
    assert capsys.readouterr().err == "error: cannot use x.py: Permission denied\n"


@pytest.mark.parametrize(
    "text", [f"x = {'+'.join(['1'] * 100_000)}\n", f"x = {'-' * 100_000}1\n"], ids=["sum", "signs"]
)
@pytest.mark.parametrize("part", ["", ":f"])
def test_text_too_deep_for_the_parser_is_a_problem_of_the_text(text, part, tmp_path, capsys):
    path = tmp_path / "deep.py"
    path.write_text(text)
    assert main(["convert", f"{path}{part}"]) == 1
    assert capsys.readouterr().err == f"{path}:1:1: too deeply nested for the parser\n"


def test_a_tree_too_deep_to_be_converted_is_a_problem_of_the_text(file, monkeypatch, capsys):
    monkeypatch.setattr("autograph.syntax.recursion._DEEPEST", 3)
    assert main(["convert", str(file)]) == 1
    assert capsys.readouterr().err == f"{file}:1:1: too deeply nested for the parser\n"


def test_notebooks_are_refused(tmp_path, capsys):
    assert main(["convert", str(tmp_path / "a.ipynb")]) == 2
    assert "a.ipynb is a notebook, which cannot be converted as a whole\n  fix: " in capsys.readouterr().err
