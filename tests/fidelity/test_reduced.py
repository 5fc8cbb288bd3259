"""Twenty quick ones of CPython's own test files, native and with the modules they are about converted."""

import importlib.util

import pytest

from tests.fidelity import library
from tests.fidelity.comparison import EQUAL, compare, files
from tests.fidelity.running import run

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("test.test_textwrap") is None, reason="this Python comes without its `test` package"
)

QUICK = [
    "test_bisect", "test_cmd", "test_colorsys", "test_copy", "test_csv", "test_fnmatch", "test_fractions",
    "test_getopt", "test_graphlib", "test_htmlparser", "test_netrc", "test_pprint", "test_quopri", "test_reprlib",
    "test_sched", "test_shlex", "test_stat", "test_string", "test_textwrap", "test_weakset",
]  # fmt: skip


def build(test):
    modules = library.matching(files()[test])
    return library.build(modules), modules


@pytest.mark.parametrize("test", QUICK)
def test_converted_modules_pass_the_tests_that_native_ones_pass(test):
    folder, modules = build(test)
    native, converted = run(test, limit=60), run(test, folder, modules, limit=60)
    verdict = compare(native, converted)
    assert verdict.kind == EQUAL, f"{verdict}\n{converted.output[-3000:]}"


def test_converted_modules_are_what_runs():
    folder, modules = build("test_textwrap")
    converted = run("test_textwrap", folder, modules, limit=60)
    assert converted.loaded == ["textwrap"]
    assert converted.executed >= converted.functions / 2


def test_operators_that_answer_wrongly_are_noticed():
    folder, modules = build("test_textwrap")
    native, wrong = run("test_textwrap", limit=60), run("test_textwrap", folder, modules, limit=60, wrong=True)
    missed = compare(native, wrong).lost  # Failed, or never reached.
    assert len(missed) >= 30


def test_a_run_without_converted_modules_does_not_count():
    folder, _ = build("test_textwrap")
    converted = run("test_textwrap", folder, ["no_such_module"], limit=60)
    assert compare(run("test_textwrap", limit=60), converted).kind == "vacuous"
