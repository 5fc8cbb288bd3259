"""Options of a run: strictness, callees, implicit contexts, own decorators."""

from autograph.checker.check import check_text
from autograph.checker.flow.analysis import Options
from autograph.checker.settings import Settings

HEAD = "import tensorflow as tf\nimport numpy as np\n"


def codes(text, **options):
    return [one.code for one in check_text(HEAD + text, "f.py", Settings(**options))]


def test_strict_reports_what_may_be_a_tensor():
    text = "@tf.function\ndef f(x):\n    assert x\n    return np.exp(x)\n"
    assert codes(text) == []
    assert codes(text, strict=True) == ["AG409", "AG301"]


def test_strict_reports_what_may_be_a_container():
    text = "@tf.function\ndef f(x, items):\n    items.clear()\n    return x\n"
    assert codes(text) == []
    assert codes(text, strict=True) == ["AG107"]


def test_callees_can_be_left_out():
    text = "def g(x):\n    print(x)\n@tf.function\ndef f(x):\n    g(x)\n"
    assert codes(text) == ["AG101"]
    assert codes(text, transitive=False) == []


def test_implicit_contexts_are_asked_for():
    text = "class M(tf.keras.Model):\n    def train_step(self, data):\n        print(data)\n"
    assert codes(text) == []
    assert codes(text, options=Options(implicit=True)) == ["AG101"]


def test_functions_that_a_dataset_maps_are_implicit_contexts():
    text = "def parse(x):\n    print(x)\n    return x\nds = tf.data.Dataset.range(3).map(parse)\n"
    assert codes(text, options=Options(implicit=True)) == ["AG101"]


def test_own_decorators_count_by_dotted_name_or_as_written():
    text = "from lib import jit\nimport lib\n@jit\ndef f(x):\n    print(x)\n@lib.fast()\ndef g(x):\n    print(x)\n"
    assert codes(text) == []
    assert codes(text, options=Options(decorators=frozenset({"lib.jit"}))) == ["AG101"]
    assert codes(text, options=Options(decorators=frozenset({"lib.fast", "jit"}))) == ["AG101", "AG101"]


def test_a_probe_of_tracing_is_information():
    text = "@tf.function\ndef f(x):\n    print('Retracing f')\n    print(x)\n"
    found = check_text(HEAD + text, "f.py")
    assert [one.severity.value for one in found] == ["info", "warning"]
    assert all(
        one.severity.value == "warning" for one in check_text(HEAD + text, "f.py", Settings(trace_probe="never"))
    )


def test_a_file_that_does_not_parse_is_a_finding():
    (found,) = check_text("def f(:\n", "f.py")
    assert (found.code, found.span.line) == ("AG000", 1)


def test_a_name_that_nothing_binds_is_taken_for_what_it_usually_is():
    found = check_text("@tf.function\ndef f(x):\n    return np.sqrt(tf.square(x))\n", "f.py")
    assert [one.code for one in found] == ["AG301"]


def test_a_name_that_is_bound_otherwise_is_not():
    assert check_text("import mine as tf\n@tf.function\ndef f(x):\n    print(x)\n", "f.py") == []
