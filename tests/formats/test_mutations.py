"""Damaged files are documented errors, whatever the damage; `--full` runs the 10,000."""

from tests.formats import mutations

COUNT, FULL = 100, 10_000


def pytest_generate_tests(metafunc):
    count = FULL if metafunc.config.getoption("--full") else COUNT
    metafunc.parametrize("first", range(0, count, COUNT))


def test_damage_is_a_documented_error(first):
    outcomes = {mutations.run(number)[0] for number in range(first, first + COUNT)}
    assert {"read", "DataLossError"} <= outcomes
