"""Every marked line of the case files is reported with its code, and nothing else is."""

import re

import pytest

from autograph.checker.check import check_text
from autograph.checker.flow.analysis import Options
from autograph.checker.rulebook import codes_of, rulebook
from autograph.checker.settings import Settings
from autograph.checker.targets import LEGAL, PARTLY

from .marks import CASES, FILES, function_names, marks

EVERYTHING = Settings(codes=codes_of(["ALL"]))
BY_COMMENTS = {"AG000", "AG901"}  # rules about files and comments, which cases cannot hold


def found_in(path, settings=EVERYTHING):
    return {(one.span.line, one.code) for one in check_text(path.read_text(), str(path), settings)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_mark_is_reported_and_nothing_else(path):
    assert found_in(path) == marks(path.read_text())


@pytest.mark.parametrize("code", sorted(set(rulebook()) - BY_COMMENTS))
def test_every_rule_has_a_case(code):
    assert any(code == marked for path in FILES for _, marked in marks(path.read_text()))


def test_half_of_the_functions_are_clean():
    text = "".join(path.read_text() for path in FILES if path.stem != "conformance")
    assert len(function_names(text)) >= 150
    assert len(re.findall("#!", text)) < len(function_names(text)) * 0.6


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_reports_come_in_order_and_are_the_same_each_time(path):
    first, second = (check_text(path.read_text(), str(path), EVERYTHING) for _ in range(2))
    assert first == second
    assert [one.order for one in first] == sorted(one.order for one in first)


def test_for_this_projects_compiler_the_legal_rules_are_silent():
    path = CASES / "conformance.py"
    settings = Settings(codes=codes_of(["ALL"]), options=Options(target="autograph"))
    expected = {(row, code) for row, code in marks(path.read_text()) if code not in LEGAL and code not in PARTLY}
    found = found_in(path, settings)
    assert {(row, code) for row, code in found if code not in PARTLY} == expected
    assert not {code for _, code in found} & set(LEGAL)


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ("s = bool(tf.reduce_all(x > 0))", set()),
        ("s = complex(tf.reduce_sum(x))", {"AG305"}),
        ("s = str(tf.reduce_sum(x))", set()),
        ("s = '%.2f' % tf.reduce_sum(x)", set()),
        ("s = f'{tf.reduce_sum(x):.2f}'", set()),
        ("s = tf.reduce_sum(x) in [1.0, 2.0]", set()),
        ("s = tf.reduce_sum(x) is True", {"AG416"}),
        ("s = 1\n    if tf.reduce_sum(x) > 0:\n        s = 2.5", set()),
        ("s = 1\n    if tf.reduce_sum(x) > 0:\n        s = 'a'", {"AG408"}),
    ],
)
def test_for_this_projects_compiler_some_rules_say_less(body, codes):
    text = f"import tensorflow as tf\n@tf.function\ndef f(x):\n    {body}\n    return s\n"
    found = check_text(text, "f.py", Settings(options=Options(target="autograph")))
    assert {one.code for one in found} == codes


def test_the_decorator_decides_whose_rules_hold():
    text = "import autograph as ag\nimport tensorflow as tf\n{}\ndef f(x):\n    print(x)\n    LOG.append(x)\nLOG = []\n"
    by_project, by_tensorflow = (
        {one.code for one in check_text(text.format(decorator), "f.py")}
        for decorator in ("@ag.function", "@tf.function")
    )
    assert by_project == {"AG103"}
    assert by_tensorflow == {"AG101", "AG103"}


def test_the_compatible_namespace_counts_as_this_project():
    text = (
        "from autograph.compat import tensorflow as tf\n@tf.function\ndef f(x):\n    print(x)\n    return x.numpy()\n"
    )
    assert {one.code for one in check_text(text, "f.py")} == {"AG304"}
