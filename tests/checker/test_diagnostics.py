"""What a diagnostic tells: place, function, way, related places, certainty."""

from autograph.checker.check import check_text
from autograph.checker.settings import Settings

TEXT = """\
import tensorflow as tf
LOG = []

@tf.function(jit_compile=True)
def step(x):
    return helper(x)

def helper(x):
    return inner(x)

def inner(x):
    LOG.append(tf.square(x))
    return x
"""


def one(text, **options):
    (found,) = check_text(text, "f.py", Settings(**options))
    return found


def test_the_place_is_that_of_the_expression():
    span = one(TEXT).span
    assert (span.line, span.column, span.end_line, span.end_column) == (12, 4, 12, 28)


def test_the_way_from_the_compiled_function_is_told():
    found = one(TEXT)
    assert found.function == "inner"
    assert found.decorator_row == 4
    assert found.reached_from == (("step", 5), ("helper", 8))


def test_a_symbolic_tensor_that_leaks_is_told():
    assert "symbolic tensor" in one(TEXT).message
    assert "symbolic tensor" not in one(TEXT.replace("tf.square(x)", "1")).message


def test_the_definition_is_a_related_place():
    (related,) = one(TEXT).related
    assert (related.text, related.span.line) == ("`LOG` is defined here", 2)


def test_columns_count_characters():
    text = "import tensorflow as tf\n@tf.function\ndef f(x):\n    a = 'äöü'; print(x)\n"
    assert one(text).span.column == 15


def test_of_a_compound_statement_only_the_header_is_meant():
    text = "import tensorflow as tf\n@tf.function\ndef f(x):\n    if tf.reduce_sum(x) > 0:\n        return x\n"
    span = one(text).span
    assert (span.line, span.end_line, span.end_column) == (4, 4, 27)


def test_what_is_only_probable_is_marked():
    text = "import numpy as np\nimport tensorflow as tf\n@tf.function\ndef f(x):\n    return np.sum({})\n"
    assert not one(text.format("x")).is_certain
    assert one(text.format("tf.square(x)")).is_certain


def test_one_expression_gets_the_most_specific_finding():
    text = "import tensorflow as tf\n@tf.function\ndef f(d):\n    d['x'].y = 1\n"
    assert one(text).code == "AG107"
