"""The rules for one live function, as the decorator asks for them."""

import numpy as np

from autograph.checker.check import check_function
from autograph.syntax.source import Source

LOG = []


def collects(x):
    LOG.append(x)
    return x


def calls_numpy(x):
    return np.sum(x) + random.random()  # noqa: F821


def clean(x):
    parts = []
    parts.append(x)
    print(parts)
    return parts


def codes(function, live=None):
    return [one.code for one in check_function(Source.of(function), live)]


def test_the_seed_rules_are_asked():
    assert codes(collects) == ["AG103"]
    assert codes(clean) == []


def test_live_globals_tell_what_names_stand_for():
    import random

    assert codes(calls_numpy) == ["AG301"]
    assert codes(calls_numpy, {"random": random}) == ["AG301", "AG302"]


def test_certain_findings_are_told_from_probable_ones():
    assert [one.is_certain for one in check_function(Source.of(collects))] == [True]
    assert [one.is_certain for one in check_function(Source.of(calls_numpy))] == [False]


def test_lambdas_are_checked():
    assert codes(lambda x: LOG.append(x)) == ["AG103"]


def test_live_containers_of_other_cells_are_known():
    space = {"LOG": []}
    text = "def f(x):\n    STATE.update(a=x)\n"
    import linecache

    linecache.cache["<cell 7>"] = len(text), None, text.splitlines(keepends=True), "<cell 7>"
    exec(compile(text, "<cell 7>", "exec"), space)
    assert codes(space["f"]) == []
    assert codes(space["f"], {"STATE": {}}) == ["AG103"]
