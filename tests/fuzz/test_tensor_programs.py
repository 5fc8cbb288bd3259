"""Random programs with tensors in them compute as graphs what they compute natively with numpy."""

import re

import numpy as np
import pytest

import autograph as ag
import runtime as rt
from autograph.errors import StagingError
from tests.fuzz.shrink import shrink
from tests.fuzz.tensor_programs import tensor_program
from tests.passes.running import native

INPUTS = ((0, 1), (1, -2), (3, 2), (5, 0))
CHUNK = 20
MOST_REFUSED = 0.05  # of the programs
REFUSALS = (StagingError, rt.errors.OperatorNotAllowedInGraphError)


def pytest_generate_tests(metafunc):
    if "first" in metafunc.fixturenames:
        metafunc.parametrize("first", range(0, metafunc.config.getoption("--fuzz-programs") // 2, CHUNK))


class Thing:
    def __init__(self):
        self.n = 1


class Native:
    """What programs ask for in Python, with numpy."""

    def t(self, value):
        return value

    def v(self, values):
        return np.array(values, np.int32)

    def object(self):
        return Thing()

    def clip(self, k):
        if k > 7:
            k = 7
        return k

    def fall(self, k):
        return 0 if k <= 0 else k + self.fall(k - 1)


class Graph(Native):
    """What programs ask for in a graph: what is marked is a tensor."""

    def t(self, value):
        return rt.identity(rt.convert_to_tensor(value))

    def v(self, values):
        return rt.convert_to_tensor(values)


def plain(value):
    """Results as Python numbers."""
    return [getattr(part, "tolist", lambda part=part: part)() for part in value]


def difference(text):
    """How the graph differs from Python, "refused" if it was refused, None if it does not differ."""
    function = native(text)["f"]
    staged = ag.function(function)
    helper = Graph()
    for a, b in INPUTS:
        try:
            expected = plain(function(a, b, Native()))
        except Exception as error:
            expected = type(error).__name__
        try:
            found = plain(staged(rt.constant(a), rt.constant(b), helper))
        except REFUSALS as error:
            return f"refused: {error}"
        except Exception as error:
            found = f"{type(error).__name__}: {error}"
        if isinstance(expected, str) and isinstance(found, str):
            continue  # a graph may have another class for the same failure
        if found != expected:
            return f"f({a}, {b}): Python gives {expected}, the graph {found}"
    return None


def kind_of(text):
    """A short name for the difference, so that shrinking does not slide to another one."""
    try:
        found = difference(text)
    except Exception:
        return None
    return found and re.sub(r"\[.*?\]|'.*?'|\d|/\S*", "", found)[:60]


def test_graphs_compute_what_python_computes(first, request):
    for seed in range(first, min(first + CHUNK, request.config.getoption("--fuzz-programs") // 2)):
        text = tensor_program(seed)
        found = difference(text)
        if found is not None and not found.startswith("refused"):
            kind = kind_of(text)
            small = shrink(text, lambda candidate: kind_of(candidate) == kind)
            pytest.fail(f"program {seed} differs: {difference(small)}\n{small}")


def test_most_programs_are_staged():
    refused = sum((difference(tensor_program(seed)) or "").startswith("refused") for seed in range(40))
    assert refused <= 40 * MOST_REFUSED
