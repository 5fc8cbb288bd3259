"""Random programs run converted as they run natively: results, exceptions and the order of everything they note."""

import pytest

from tests.fuzz.generate import program
from tests.fuzz.running import difference, kind_of
from tests.fuzz.shrink import shrink
from tests.passes.running import PREFIXES

CHUNK = 20


def pytest_generate_tests(metafunc):
    count = metafunc.config.getoption("--fuzz-programs")
    metafunc.parametrize("first", range(0, count, CHUNK))


def prefixes_of(seed):
    """The whole compiler, and one shorter prefix of its passes."""
    return [PREFIXES[seed % (len(PREFIXES) - 1)], None]


def test_converted_programs_run_as_native_ones(first, request):
    last = min(first + CHUNK, request.config.getoption("--fuzz-programs"))
    for seed in range(first, last):
        text, prefixes = program(seed), prefixes_of(seed)
        if difference(text, prefixes) is not None:
            kind = kind_of(text, prefixes)
            small = shrink(text, lambda candidate: kind_of(candidate, prefixes) == kind)
            pytest.fail(f"program {seed} differs: {difference(small, prefixes)}\n{small}")
