"""Each trap gives the same natively and converted."""

import sys
import types

import pytest

import autograph.operators
from autograph.operators import backend
from tests.fidelity import library, traps

MODULES = [traps]
if sys.version_info >= (3, 11):
    from tests.fidelity import traps_3_11

    MODULES.append(traps_3_11)


def names(module):
    helpers = {"caller_name"}
    return [key for key, value in vars(module).items() if isinstance(value, types.FunctionType) and key not in helpers]


TRAPS = [pytest.param(module, name, id=name) for module in MODULES for name in names(module)]


@pytest.fixture(scope="module")
def converted():
    """The modules of traps, loaded with every function converted."""
    sys.modules[library.OPERATORS] = autograph.operators
    loaded = {}
    for module in MODULES:
        code, _ = library.convert(library.Path(module.__file__))
        loaded[module] = types.ModuleType(module.__name__)
        loaded[module].__file__ = module.__file__
        exec(code, vars(loaded[module]))
    yield loaded
    del sys.modules[library.OPERATORS]


@pytest.fixture(autouse=True)
def _nothing_staged(monkeypatch):
    """Graphs that other tests left alive do not count."""
    monkeypatch.setattr(backend, "activity", frozenset())


@pytest.mark.parametrize(("module", "name"), TRAPS)
def test_conversion_does_not_change(module, name, converted, monkeypatch):
    native = getattr(module, name)()
    monkeypatch.setitem(sys.modules, module.__name__, converted[module])
    assert getattr(converted[module], name)() == native


def test_traps_are_converted(converted):
    names_used = {name for code in _codes(converted[traps].truth_is_asked_once.__code__) for name in code.co_names}
    assert library.ALIAS in names_used


def test_a_trap_can_be_fallen_into(converted, monkeypatch):
    monkeypatch.setattr(autograph.operators, "when", lambda test: not test)
    assert converted[traps].super_in_an_arm_and_in_operands() != traps.super_in_an_arm_and_in_operands()


def _codes(code):
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)
