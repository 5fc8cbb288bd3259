"""Options that the suites share."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden converted texts")
    parser.addoption("--fuzz-programs", type=int, default=200, help="how many random programs the fuzz suites run")
    parser.addoption("--full", action="store_true", help="run the whole of suites that are sampled by default")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are rewritten instead of compared."""
    return bool(request.config.getoption("--update-golden"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The smoke test runs first."""
    items.sort(key=lambda item: "test_tiny" not in item.nodeid)
