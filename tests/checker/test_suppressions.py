"""Comments that silence rules, and comments that silence nothing."""

import json

import pytest

from autograph.checker.fixes import apply_edits
from autograph.checker.runner import check_content
from autograph.checker.settings import Settings

TEXT = """\
import tensorflow as tf{file}
LOG = []

@tf.function{decorator}
def f(x):{head}
    LOG.append({first}
        x
    ){last}
    return x
"""


def checked(**comments):
    places = dict.fromkeys(("file", "decorator", "head", "first", "last"), "")
    text = TEXT.format(**{**places, **{name: f"  {comment}" for name, comment in comments.items()}})
    return [one.code for one in check_content(text, "f.py", Settings()).found]


def test_nothing_is_silenced_without_a_comment():
    assert checked() == ["AG103"]


@pytest.mark.parametrize("place", ["first", "last", "head", "decorator"])
@pytest.mark.parametrize(
    "comment", ["# noqa: AG103", "# noqa: E501, AG103", "# noqa", "# autograph: ignore[AG103] why"]
)
def test_a_comment_silences_its_statement_or_its_function(place, comment):
    assert checked(**{place: comment}) == []


def test_names_of_rules_are_taken():
    assert checked(last="# autograph: ignore[outer-container-mutation]") == []


def test_a_whole_file_can_be_silenced():
    assert checked(file="# autograph: ignore-file[AG103]") == []
    assert checked(file="# autograph: ignore-file") == []


def test_another_code_silences_nothing_and_is_reported():
    assert sorted(checked(last="# noqa: AG101")) == ["AG103", "AG901"]


def test_codes_of_other_tools_are_left_alone():
    assert checked(last="# noqa: E501") == ["AG103"]


def test_text_in_a_string_is_no_comment():
    text = 'x = "# noqa: AG103"\n'
    assert check_content(text, "f.py", Settings()).found == ()


def test_a_comment_for_a_rule_that_is_off_is_not_reported():
    text = "x = 1  # noqa: AG417\n"
    assert check_content(text, "f.py", Settings()).found == ()


def test_the_fix_keeps_the_codes_of_other_tools():
    (found,) = check_content("x = 1  # noqa: E501, AG103\n", "f.py", Settings()).found
    assert found.fix.edits[0].text == "# noqa: E501"


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("y = 1  # noqa: AG103", "y = 1"),
        ("y = 1  # why  # noqa: AG103", "y = 1  # why"),
        ("y = 1  # autograph: ignore[AG103] reason", "y = 1"),
        ("print(x)  # noqa: AG103, E501, AG101 reason", "print(x)  # noqa: AG101, E501 reason"),
        (
            "print(x)  # autograph: ignore[AG103, trace-time-print] reason",
            "print(x)  # autograph: ignore[AG101] reason",
        ),
        ("print(x)  # noqa: AG101, AG999", "print(x)  # noqa: AG101"),
    ],
)
def test_the_fix_takes_away_what_silences_nothing(line, left):
    text = f"import tensorflow as tf\n@tf.function\ndef f(x):\n    {line}\n    return x\n"
    (found,) = check_content(text, "f.py", Settings()).found
    assert found.code == "AG901"
    assert apply_edits(text, found.fix.edits) == text.replace(line, left)


def test_a_code_that_no_rule_has_is_reported():
    (found,) = check_content("x = 1  # noqa: AG999\n", "f.py", Settings()).found
    assert found.code == "AG901"
    assert "there is no rule AG999" in found.help


@pytest.mark.parametrize("comment", ["# noqa", "# noqa: AG000", "# autograph: ignore-file", "# noqa: AG103"])
@pytest.mark.parametrize("ending", ["py", "ipynb"])
def test_a_syntax_error_cannot_be_silenced(comment, ending):
    text = f"def f(x)  {comment}\n    return x\n"
    if ending == "ipynb":
        text = json.dumps({"cells": [{"cell_type": "code", "source": text}]})
    for settings in (Settings(), Settings(codes=frozenset({"AG101"}))):
        assert [one.code for one in check_content(text, f"f.{ending}", settings).found] == ["AG000"]
