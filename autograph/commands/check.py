"""find graph-mode mistakes in functions that are compiled to graphs.

Looks at functions that @tf.function or @autograph.function compiles, and at what they call. Reads text only: nothing is
imported, and TensorFlow need not be installed. Exit codes: 0 nothing found, 1 something found, 2 usage or file error.

  autograph check src/                       folders, with all Python files and notebooks in them
  autograph check model.py --select AG1      some rules only; codes, starts of codes, or names
  autograph check model.py --fix --diff      what the safe fixes would change
  autograph check model.py --explain         with what the broken rules are about
  cat model.py | autograph check -           standard input

Comments silence findings: # noqa: AG103, # autograph: ignore[AG103] reason, # autograph: ignore-file[AG101].
"""

from __future__ import annotations

import argparse
import difflib
import sys
from typing import TYPE_CHECKING

from autograph.errors import UsageError
from autograph.terminal import Terminal

if TYPE_CHECKING:
    from autograph.checker.configuration import Configuration
    from autograph.checker.runner import Checked

OK, FOUND, FAILED = 0, 1, 2
_FORMATS = ("full", "concise", "json", "github", "gitlab", "sarif")
_TARGETS = ("tensorflow", "autograph")
_MOST_ROUNDS = 10  # of fixing: a fix can make another one possible


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", help="files and folders; - is standard input; . when none is given"
    )
    rules = parser.add_argument_group("rules")
    rules.add_argument(
        "--select", action="append", metavar="RULES", help="only these rules (codes, starts of codes, names; ALL)"
    )
    rules.add_argument("--extend-select", action="append", metavar="RULES", help="these rules too")
    rules.add_argument("--ignore", action="append", metavar="RULES", help="all but these rules")
    rules.add_argument("--target", choices=_TARGETS, help="whose rules hold; by the decorator when not given")
    rules.add_argument("--strict", action="store_true", default=None, help="report what may be wrong, too")
    rules.add_argument(
        "--implicit", action="store_true", default=None, help="check what Keras and datasets compile, too"
    )
    rules.add_argument(
        "--no-transitive", dest="transitive", action="store_false", default=None, help="leave out callees"
    )
    output = parser.add_argument_group("output")
    output.add_argument("--output-format", choices=_FORMATS, default="full", help="how findings are shown")
    output.add_argument("--statistics", action="store_true", help="show how often each rule is broken")
    output.add_argument("--explain", action="store_true", help="explain the rules that are broken, with examples")
    output.add_argument("--exit-zero", action="store_true", help="exit with 0 whatever is found")
    fixes = parser.add_argument_group("fixes")
    fixes.add_argument("--fix", action="store_true", help="apply safe fixes")
    fixes.add_argument(
        "--unsafe-fixes", action="store_true", help="apply, or offer, fixes that may change what the program does"
    )
    fixes.add_argument("--diff", action="store_true", help="show what fixes would change, and change nothing")
    fixes.add_argument("--add-noqa", action="store_true", help="silence all findings by comments")
    files = parser.add_argument_group("files")
    files.add_argument("--stdin-filename", metavar="NAME", help="what standard input is called")
    files.add_argument("--exclude", action="append", metavar="PATTERN", help="leave out files and folders, in addition")
    files.add_argument("--config", metavar="FILE", help="this configuration file, not the nearest pyproject.toml")
    files.add_argument("--isolated", action="store_true", help="no configuration file")


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    """Checks the files and shows what was found."""
    configuration = _configuration(options)
    checked = _check(options, configuration)
    for file in checked:
        if file.error:
            terminal.error(UsageError(file.error))
    failed = any(file.error for file in checked)
    if options.add_noqa:
        return _add_noqa(checked, failed, terminal)
    if options.fix or options.diff:
        checked, changed = _fix(checked, options, configuration, terminal)
        if options.diff:
            return FAILED if failed else FOUND if changed and not options.exit_zero else OK
    _show(checked, options, terminal)
    if failed:
        return FAILED
    return FOUND if _counts(checked) and not options.exit_zero else OK


def _configuration(options: argparse.Namespace) -> Configuration:
    import os

    from autograph.checker.configuration import Configuration, merged, nearest_file, read_configuration

    path = options.config
    if path is None and not options.isolated:
        first = next((item for item in options.paths if item != "-"), options.stdin_filename or ".")
        path = nearest_file(first if os.path.isdir(first) else os.path.dirname(first) or ".")
    found = read_configuration(path) if path and not options.isolated else Configuration()
    said = {name: _split(getattr(options, name)) for name in ("select", "extend_select", "ignore", "exclude")}
    flags = {name: getattr(options, name) for name in ("target", "strict", "implicit", "transitive")}
    return merged(found, {**said, **flags})


def _split(values: list[str] | None) -> tuple[str, ...] | None:
    """`["AG1,AG2", "AG3"]` as selectors."""
    return tuple(part for value in values for part in value.replace(",", " ").split()) if values is not None else None


def _check(options: argparse.Namespace, configuration: Configuration) -> list[Checked]:
    from autograph.checker.configuration import DEFAULT_EXCLUDES
    from autograph.checker.files import STDIN, decoded, find_files
    from autograph.checker.runner import Checked, check_content, check_files, settings_for

    settings = configuration.settings()
    paths = options.paths or ["."]
    if STDIN in paths:
        name = options.stdin_filename or "<stdin>"
        try:
            text = decoded(sys.stdin.buffer.read(), name)
        except UsageError as error:
            return [Checked(name, error=error.what)]
        return [check_content(text, name, settings_for(name, settings, configuration.folder))]
    files = find_files(paths, (*DEFAULT_EXCLUDES, *configuration.exclude))
    return list(check_files(files, settings, configuration.folder))


def _counts(checked: list[Checked]) -> bool:
    """Whether anything was found that is more than information."""
    from autograph.checker.diagnostic import Severity

    return any(found.severity is not Severity.INFO for file in checked for found in file.found)


def _show(checked: list[Checked], options: argparse.Namespace, terminal: Terminal) -> None:
    from autograph.checker.formats import render
    from autograph.checker.formats.report import Report

    report = Report(checked, options.unsafe_fixes, terminal.has_color(sys.stdout))
    if options.statistics:
        from autograph.checker.formats import statistics

        lines = statistics.render(report)
    else:
        lines = render(report, options.output_format)
    for line in lines:
        print(line)
    if options.explain:
        _explain(checked)


def _explain(checked: list[Checked]) -> None:
    """Prints what the broken rules are about, once each."""
    from autograph.checker.explanation import explained
    from autograph.checker.rulebook import rules_of

    for rule in rules_of({found.code for file in checked for found in file.found}):
        print(f"\n{explained(rule)}", end="")


def _fix(
    checked: list[Checked], options: argparse.Namespace, configuration: Configuration, terminal: Terminal
) -> tuple[list[Checked], int]:
    """Applies fixes, or shows what they would change; gives what is left, and how many files change."""
    from autograph.checker.mending import mended
    from autograph.checker.runner import settings_for

    left: list[Checked] = []
    changed = 0
    for file in checked:
        settings = settings_for(file.path, configuration.settings(), configuration.folder)
        after = mended(file, settings, unsafe=options.unsafe_fixes, rounds=_MOST_ROUNDS)
        changed += after.text != file.text
        if options.diff:
            old, new = file.text.splitlines(keepends=True), after.text.splitlines(keepends=True)
            terminal.diff(difflib.unified_diff(old, new, file.path, file.path))
        elif after.text != file.text:
            _write(file, after.text)
        left.append(after)
    return left, changed


def _write(file: Checked, text: str) -> None:
    if file.path.startswith("<"):
        raise UsageError("standard input cannot be changed", fix="use --diff, or name the file.")
    from autograph.checker.files import write_text

    write_text(file.path, text)


def _add_noqa(checked: list[Checked], failed: bool, terminal: Terminal) -> int:
    from autograph.checker.check import SYNTAX_ERROR
    from autograph.checker.noqa import with_noqa

    count = 0
    for file in checked:
        if any(one.code == SYNTAX_ERROR for one in file.found):
            failed = True
            terminal.error(UsageError(f"{file.path} is left as it is: it is not valid Python"))
        elif file.found and not file.is_notebook:
            _write(file, with_noqa(file.text, file.found))
            count += len(file.found)
    print(f"Added {count} noqa comment{'s' * (count != 1)}.")
    return FAILED if failed else OK
