"""Variables where converted code uses them as numbers: each use reads what the variable holds then."""

import pytest

import autograph as ag
import runtime as rt

flag = rt.Variable(True)
count = rt.Variable(3)
items = rt.Variable([1.0, 2.0])


def condition():
    if flag:
        return 1
    return 2


def negation():
    return not flag


def ternary():
    return 10 if flag else 20


def conjunction():
    return flag and count > 1


def loop_condition():
    turns = 0
    while count:
        count.assign_sub(1)
        turns += 1
    return turns


def loop_range():
    total = 0
    for i in range(count):
        total += i
    return total


def number():
    return int(count) + round(count) + abs(count) + divmod(count, 2)[0]


def largest():
    return max(count, 2)


def membership():
    return count in [1, 3]


def member():
    return 2.0 in items


def asserted():
    assert flag
    return 1


PROGRAMS = [
    condition, negation, ternary, conjunction, loop_condition, loop_range, number, largest, membership, member
]  # fmt: skip


def fill(truth, number, first):
    flag.assign(truth)
    count.assign(number)
    items.assign([first, 5.0])


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_a_variable_is_read_at_each_run(program):
    compiled = ag.function(program)
    for state in ((True, 3, 1.0), (False, 1, 2.0), (True, 0, 2.0)):
        fill(*state)
        expected = program()
        fill(*state)
        assert compiled().numpy() == expected
    assert compiled.experimental_get_tracing_count() == 1


def test_an_assertion_on_a_variable_is_checked_at_each_run():
    compiled = ag.function(asserted)
    fill(True, 3, 1.0)
    compiled()
    fill(False, 3, 1.0)
    with pytest.raises(AssertionError):
        compiled()


@pytest.mark.parametrize("program", [condition, ternary, loop_range, largest], ids=lambda program: program.__name__)
def test_a_variable_of_a_graph_is_read_too(program, monkeypatch):
    with rt.Graph().as_default():
        for name, value in (("flag", True), ("count", 4), ("items", [1.0])):
            monkeypatch.setitem(program.__globals__, name, rt.Variable(value))
        result = ag.to_graph(program)()
        with rt.Session() as session:
            session.run(rt.global_variables_initializer())
            value = session.run(result)
    assert value == {"condition": 1, "ternary": 10, "loop_range": 6, "largest": 4}[program.__name__]
