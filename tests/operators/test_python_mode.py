"""Where nothing can be staged, the operators are Python's own constructs."""

import importlib
import operator
import os
import pkgutil
import subprocess
import sys
import types
from pathlib import Path

import pytest

import autograph.operators as ag
import runtime
from autograph.operators import backend, python_mode

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def _python(monkeypatch):
    monkeypatch.setattr("autograph.operators.backend.can_stage", lambda: False)


def test_an_if_has_one_turn_with_an_exact_bool():
    assert ag.if_(1 > 0, ()) == (True,)
    assert ag.if_([], ()) == (False,)
    assert next(iter(ag.if_("text", ()))) is True


def test_the_truth_is_asked_once():
    class Once:
        asked = 0

        def __bool__(self):
            self.asked += 1
            return True

    test = Once()
    ag.if_(test, ())
    assert test.asked == 1


def test_a_ternary_asks_once_and_has_one_side():
    class Once:
        asked = 0

        def __bool__(self):
            self.asked += 1
            return self.asked == 1

    for kind in (python_mode.FORMS, {name: staging(name) for name in python_mode.FORMS}):
        given, then, if_exp = kind["given"], kind["then"], kind["if_exp"]
        test, empty = Once(), []
        assert if_exp(given(test) and then([empty]) or [1 / 0]) is empty
        assert test.asked == 1
        assert if_exp(given(test) and then([1 / 0]) or [empty]) is empty
        assert test.asked == 2


def test_loops_are_shared_and_ask_c_functions():
    assert ag.while_(("x",)) is ag.while_(("y",))
    assert ag.while_().turn is operator.truth
    assert ag.while_().leaves is operator.truth


def test_a_for_gives_the_iterable_itself():
    items = [1, 2]
    assert ag.for_(items, ("x",)) is items
    loop = ag.loop(("x",), until=("did_break",))
    assert loop.over(items) is items
    assert loop.leaves is operator.truth


def test_containers_and_attributes_are_left_alone():
    items, owner = [], object()
    assert ag.own(items) is items
    assert type(ag.own([1])) is list
    assert ag.store(owner) is owner
    assert ag.items(items) is items
    assert ag.depth() == 0


def test_a_comprehension_is_pythons():
    made = [ag.put(x * x) for x in ag.each(range(5)) if ag.where(x % 2) if ag.where(x > 1)]
    assert ag.listed(made) == [9]
    assert list(ag.lazy(x + y for x in ag.each("ab") for y in ag.nested("c"))) == ["ac", "bc"]


def test_unbound_locals_stay_unbound():
    def f(flag):
        for then in ag.if_(flag, ("y",)):
            if then:
                y = 1
        return y

    assert f(True) == 1
    with pytest.raises(UnboundLocalError):
        f(False)


def test_native_jumps_run():
    def f(xs):
        did_break = False
        seen = []
        loop = ag.loop(("did_break", "seen"), until=("did_break",))
        for x in loop.over(xs):
            for then in ag.if_(x > 1, ("did_break",)):
                if then:
                    did_break = True
                else:
                    seen.append(x)
            if loop.leaves(did_break):
                break
        return seen, x

    assert f([0, 1, 2, 3]) == ([0, 1], 2)


def test_importing_the_operators_imports_no_runtime():
    heavy = "{'runtime.graph', 'runtime.dispatch', 'numpy', 'gast'}"
    code = f"import sys, autograph.operators as ag; print(sorted(set(sys.modules) & {heavy}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


def test_converted_code_runs_without_a_runtime():
    code = """
import sys, autograph.operators as ag
def f(x):
    total = 0
    loop = ag.while_(('total', 'x'))
    while loop.turn(ag.end(ag.and_(x) and x > 0)):
        for then in ag.if_(ag.in_(x, [1, 3]), ('total',)):
            if then: total += ag.call(abs)(x)
        x -= 1
    return total
print(f(4), 'runtime.graph' in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == "4 False", done.stderr


def test_operators_are_c_functions_until_something_can_be_staged(monkeypatch):
    activity = backend.graph_activity.activity
    monkeypatch.setattr(backend, "activity", activity)
    was_idle = not activity
    graph = runtime.Graph()
    staging = ag.call, ag.own, ag.truth, ag.not_
    assert all(isinstance(form, types.FunctionType) for form in staging)
    del graph
    if was_idle:
        assert isinstance(ag.call, types.BuiltinFunctionType)


VALUES = (None, 0, 1, "", "text", [], [1], object)
ARGUMENTS = {
    "contains": [([1], 1), ([1], 2)],
    "end_if": [(True, ("x",)), (False, ())],
    "for_": [([1, 2], ("x",))],
    "if_exp": [([value],) for value in VALUES],
    "in_": [(1, [1]), (2, [1])],
    "item": [("abc", 1), ({"a": 1}, "a")],
    "loop": [((), ("x",))],
    "not_in": [(1, [1]), (2, [1])],
    "percent": [("%s and %d", ("x", 1)), ("%(a)s", {"a": 1})],
    "text": [("a", "b"), ()],
    "while_": [(("x",),)],
}
"""What operators are called with, where it is not any value."""


@pytest.mark.parametrize("name", sorted(python_mode.FORMS.keys() - {"fail"}))
def test_a_form_for_python_mode_answers_like_the_operator(name, monkeypatch):
    monkeypatch.setattr(backend, "activity", {0})
    for arguments in ARGUMENTS.get(name) or [(value,) for value in VALUES]:
        assert python_mode.FORMS[name](*arguments) == staging(name)(*arguments)


def test_an_assertion_fails_in_either_form():
    for form in (python_mode.FORMS["fail"], staging("fail")):
        with pytest.raises(AssertionError, match="^why$"):
            form("why")
        with pytest.raises(AssertionError, match="^$"):
            form()


def test_a_chain_takes_no_call_while_nothing_can_be_staged():
    code = """
import autograph.operators as ag, runtime as rt
one_turn = list(ag.once)
with rt.Graph().as_default():
    rt.placeholder(rt.int32)
    print([arm for arm, _ in one_turn], list(ag.once), [test(arm) for arm, test in one_turn])
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "[1] [] [1]\n", done.stderr


def staging(name):
    """The operator as it is where something may be staged."""
    for home in pkgutil.iter_modules(ag.__path__):
        module = importlib.import_module(f"{ag.__name__}.{home.name}") if home.name != "python_mode" else None
        found = vars(module).get(name) if module is not None else None
        if getattr(found, "__module__", None) == getattr(module, "__name__", ""):
            return found
    raise LookupError(name)


def test_tracebacks_are_short_without_a_runtime(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        """
import sys, traceback, autograph as ag
def f(x):
    if x > 0:
        raise ValueError("positive")
    return x
for call in (lambda: ag.to_graph(f)(1), lambda: ag.to_code(len)):
    try:
        call()
    except Exception as error:
        print([frame.name for frame in traceback.extract_tb(error.__traceback__)])
print("runtime.tensor" in sys.modules)
"""
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True)
    expected = ["['<module>', '<lambda>', 'call', 'f']", "['<module>', '<lambda>', 'to_code']", "False"]
    assert done.stdout.splitlines() == expected, done.stderr
