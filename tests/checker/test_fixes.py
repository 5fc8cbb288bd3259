"""Fixes: what they change, and that they stay valid."""

import ast

import pytest

from autograph.checker.check import check_text
from autograph.checker.diagnostic import Edit
from autograph.checker.fixes import apply_edits
from autograph.checker.mending import mended
from autograph.checker.rulebook import codes_of
from autograph.checker.runner import check_content
from autograph.checker.settings import Settings
from autograph.syntax.span import Span

from .marks import FILES

HEAD = (
    "import math\nimport random\nimport time\nimport numpy as np\nimport tensorflow as tf\n\n@tf.function\ndef f(x):\n"
)
EVERYTHING = Settings(codes=codes_of(["ALL"]))


def fixed(body, unsafe=True):
    text = HEAD + "".join(f"    {line}\n" for line in body.split("\n"))
    after = mended(check_content(text, "f.py", EVERYTHING), EVERYTHING, unsafe=unsafe, rounds=5).text
    return "\n".join(line[4:] for line in after.removeprefix(HEAD).rstrip("\n").split("\n"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("print('x', x)", "tf.print('x', x)"),
        ("return np.sqrt(tf.square(x))", "return tf.sqrt(tf.square(x))"),
        ("return x + random.random()", "return x + tf.random.uniform([])"),
        ("return x + np.random.rand(2, 3)", "return x + tf.random.uniform([2, 3])"),
        ("return time.time()", "return tf.timestamp()"),
        ("return math.exp(tf.reduce_sum(x))", "return tf.exp(tf.reduce_sum(x))"),
        ("return sum(tf.square(x))", "return tf.reduce_sum(tf.square(x))"),
        ("return [v for v in tf.square(x)]", "return [v for v in tf.unstack(tf.square(x))]"),
        (
            "y = tf.square(x)\ny[0] = 1.0\nreturn y",
            "y = tf.square(x)\ny = tf.tensor_scatter_nd_update(y, [[0]], [1.0])\nreturn y",
        ),
        ("t = tf.reduce_sum(x)\nreturn f'a {t}'", "t = tf.reduce_sum(x)\nreturn tf.strings.format('a {}', [t])"),
        ("assert tf.reduce_all(x)", "tf.debugging.Assert(tf.reduce_all(x), ['tf.reduce_all(x)'])"),
        ("return tf.size(x) in [1, 2]", "return tf.reduce_any(tf.equal(tf.size(x), [1, 2]))"),
        ("x['a'] = 1", "x = dict(x)\nx['a'] = 1"),
        (
            "@tf.function\ndef g(y):\n    return y\nx['a'] = 1",
            "x = dict(x)\n@tf.function\ndef g(y):\n    return y\nx['a'] = 1",
        ),
        ("a = tf.TensorArray(tf.float32, 3)\na.write(0, x)", "a = tf.TensorArray(tf.float32, 3)\na = a.write(0, x)"),
    ],
)
def test_a_fix_writes_what_the_help_says(before, after):
    assert fixed(before) == after


def test_unsafe_fixes_are_asked_for():
    assert fixed("print(x)", unsafe=False) == "print(x)"


@pytest.mark.parametrize("text", ["f'{3:{t}}'", "f\"{f'{t}'!r}\""])
def test_a_text_inside_another_stays(text):
    body = f"t = tf.reduce_sum(x)\nreturn {text}"
    assert fixed(body) == body


def test_overlapping_fixes_are_applied_one_after_the_other():
    assert fixed("return sum(np.sqrt(tf.square(x)))") == "return tf.reduce_sum(tf.sqrt(tf.square(x)))"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_fixed_files_are_valid_python_with_fewer_findings(path):
    before = check_content(path.read_text(), str(path), EVERYTHING)
    after = mended(before, EVERYTHING, unsafe=True, rounds=5)
    ast.parse(after.text)
    fixable = {one.code for one in before.found if one.fix}
    assert not fixable or len(after.found) < len(before.found)


def test_edits_apply_to_lines_and_columns():
    edits = [Edit(Span("f", 1, 1, 2, 1), "-"), Edit(Span("f", 3, 0, 3, 0), "new\n")]
    assert apply_edits("abc\ndef\nghi", edits) == "a-ef\nnew\nghi"


def test_line_ends_of_windows_stay():
    text = (HEAD + "    print(x)\n").replace("\n", "\r\n")
    after = mended(check_content(text, "f.py", EVERYTHING), EVERYTHING, unsafe=True, rounds=5).text
    assert after == text.replace("print", "tf.print")


def test_findings_without_a_fix_change_nothing():
    found = check_text(HEAD + "    LOG.append(x)\nLOG = []\n", "f.py")
    assert [one.fix for one in found] == [None]
