"""Random programs whose every `if` runs both arms: right only if the operators are told of every variable they need."""

import pytest

from tests.fuzz import select_mode
from tests.fuzz.generate import Features, program
from tests.fuzz.running import INPUTS, outcome
from tests.fuzz.shrink import shrink
from tests.passes.running import converted, native

CHUNK = 20
PURE = Features(effects=False)


def pytest_generate_tests(metafunc):
    metafunc.parametrize("first", range(0, metafunc.config.getoption("--fuzz-programs"), CHUNK))


def difference(text):
    """How running both arms differs from running one; None if it does not, or if there is nothing to compare."""
    function = native(text)["f"]
    both = converted(function, operators=select_mode)
    for arguments in INPUTS:
        expected, found = outcome(function, arguments), outcome(both, arguments)
        if expected[0][0] == "gives" and found[0] != ("too long",) and found != expected:
            return f"f{arguments}: one arm {expected[0]}, both arms {found[0]}"
    return None


def fails(text):
    try:
        return difference(text) is not None
    except Exception:
        return False


def test_both_arms_may_run_where_one_is_kept(first, request):
    for seed in range(first, min(first + CHUNK, request.config.getoption("--fuzz-programs"))):
        text = program(seed, PURE)
        if difference(text) is not None:
            small = shrink(text, fails)
            pytest.fail(f"program {seed} differs: {difference(small)}\n{small}")
