"""Every case of the catalog, in every way it can run."""

import re
from pathlib import Path

import pytest

import autograph as ag
from autograph.conversion import converted
from autograph.syntax import loader, pipeline
from autograph.syntax.source import Source
from tests.catalog import load
from tests.catalog.compare import outcome, same
from tests.catalog.staging import StagedCase
from tests.operators.staging import OnSelect

CASES = load()
GOLDEN = Path(__file__).parent.parent / "golden" / "catalog"


def named(cases):
    return [pytest.param(case, id=case.name) for case in cases]


def runs_on_the_select_backend(case):
    """That backend knows numbers, lists and no ops of the runtime; a bool argument stays a Python value there."""
    has_bool = any(isinstance(value, bool) for value in case.inputs[0])
    return not case.error and not has_bool and "rt" not in case.function.__code__.co_names


def test_the_catalog_is_large_enough():
    assert len(CASES) >= 120


@pytest.mark.parametrize("case", named(CASES))
def test_converted_code_equals_plain_python(case):
    converted = ag.to_graph(case.function)
    for arguments in case.inputs:
        expected = outcome(case.function, arguments)
        assert same_outcome(expected, outcome(converted, arguments)), arguments


@pytest.mark.parametrize("case", named(CASES))
def test_every_prefix_of_the_passes_equals_plain_python(case):
    for name in pipeline.PASSES:
        conversion = pipeline.convert(Source.of(case.function), until=name, verify=True)
        function = loader.load(conversion, case.function)
        for arguments in case.inputs:
            expected = outcome(case.function, arguments)
            assert same_outcome(expected, outcome(function, arguments)), f"after {name}: {arguments}"


@pytest.mark.parametrize("case", named(filter(runs_on_the_select_backend, CASES)))
def test_running_both_branches_and_selecting_equals_plain_python(case):
    staged = OnSelect(converted(case.function), *case.inputs[0])
    for arguments in case.inputs:
        assert same(outcome(case.function, arguments), outcome(staged, arguments)), arguments


@pytest.mark.parametrize("case", named(c for c in CASES if not c.error))
def test_graph_in_a_session_equals_plain_python(case):
    staged = StagedCase(case.function, case.inputs[0])
    for arguments in case.inputs:
        expected, got = outcome(case.function, arguments), outcome(staged, arguments)
        assert same(expected, got), f"{arguments}: Python gives {expected}, the graph {got}"


@pytest.mark.parametrize("case", named(c for c in CASES if c.error))
def test_what_cannot_be_staged_is_refused_with_the_users_line(case):
    with pytest.raises(Exception, match=re.compile(case.error, re.DOTALL)) as caught:
        StagedCase(case.function, case.inputs[0])(*case.inputs[0])
    text = "".join([str(caught.value), *getattr(caught.value, "__notes__", ())])
    assert Path(case.function.__code__.co_filename).name in text


@pytest.mark.parametrize("case", named(CASES))
def test_converted_text_is_golden(case, update_golden):
    path = GOLDEN / f"{case.name}.py"
    text = ag.to_code(case.function)
    if update_golden:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert text == path.read_text()


def same_outcome(expected, got):
    if isinstance(expected, type) or isinstance(got, type):
        return expected is got
    return same(expected, got)
