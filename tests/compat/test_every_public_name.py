"""No public function is without a test: each name stands in the text of one."""

import re
from pathlib import Path

import pytest

import runtime as rt
from autograph.compat.tensorflow import configuration, namespaces

KERAS = {"keras", "optimizers", "losses", "metrics", "initializers"}
SWITCHES = {path.replace(".", "_") for path in configuration._SWITCHES}  # test_settings.py calls each by its path
TEXTS = [path.read_text() for path in Path(__file__).parents[1].rglob("*.py") if path.name != Path(__file__).name]
HELPERS = {
    "axes_of", "changed_arguments", "data_format_of", "embedded_list", "keyed", "paddings_of", "per_dimension",
    "swapped_with_last", "uniform_by",
}  # fmt: skip
"""What modules of operations share: no function of theirs works without it."""

WORDS = {word for text in TEXTS for word in re.findall(r"\w+", text)}


def untested(path):
    named = [(name, there) for name, (_, there) in namespaces.entries(path).items() if there != "."]
    return [name for name, there in named if not {name, there} & WORDS and there not in SWITCHES]


@pytest.mark.parametrize("path", [path for path in namespaces._paths() if path.split(".")[0] not in KERAS])
def test_every_name_of_tensorflow_is_in_a_test(path):
    assert untested(path) == []


def test_every_function_of_the_runtime_is_in_a_test():
    functions = {name for name in dir(rt) if callable(getattr(rt, name)) and not name.startswith("_")}
    assert len(functions) > 400
    assert not sorted(functions - WORDS - HELPERS)
