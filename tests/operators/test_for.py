"""`for` on tensors, and Python loops that stop on a tensor."""

import sys

import pytest

import autograph.operators as ag
import runtime
from autograph.errors import StagingError


def test_the_rows_of_a_tensor(agrees):
    def f(t):
        total = 0
        for e in ag.for_(t, ("total",)):
            total += e
        return total

    agrees(f, ([1, 2, 3],), ([5, 5, 5],))


def test_a_range_of_a_tensor(agrees):
    def f(n):
        total = 0
        for i in ag.for_(ag.call(range)(n), ("total",)):
            total += i
        return total

    agrees(f, (5,), (0,), (-2,))


@pytest.mark.parametrize("step", [1, 3, -2])
def test_a_range_with_start_and_step(agrees, step):
    def f(a, b):
        total = 0
        for i in ag.for_(ag.call(range)(a, b, step), ("total",)):
            total = total * 10 + i
        return total

    agrees(f, (1, 8), (8, 1), (3, 3), (2, 3), (3, 2))


def test_the_target_keeps_the_last_item(agrees):
    def f(n):
        i = -1
        for i in ag.for_(ag.call(range)(n), ("i",)):
            pass
        return i

    agrees(f, (10,), (0,))


def test_enumerate_and_zip(agrees):
    def f(t):
        s = 0
        for i, (a, b) in ag.for_(ag.call(enumerate)(ag.call(zip)(t, t)), ("s",)):
            s += (i + 1) * a * b
        return s

    agrees(f, ([3, 1, 2],), ([1, 1, 5],))


def test_a_python_sequence_zipped_with_a_tensor(agrees):
    def f(t):
        s = 0
        for a, b in ag.for_(ag.call(zip)([10, 20, 30], t), ("s",)):
            s += a * b
        return s

    agrees(f, ([3, 1, 2],))


def test_a_python_iterable_is_unrolled(stage):
    turns = []

    def f(x):
        for k in ag.for_([1, 2, 3], ("x",)):
            turns.append(k)
            x = x + k
        return x

    assert stage(f, 1)(1) == 7
    assert turns == [1, 2, 3]


def test_nested_loops_widen(agrees):
    def f(t):
        total, n = 0, 0
        for e in ag.for_(t, ("n", "total")):
            for g in ag.for_(t, ("n", "total")):
                total += e * g
                n += 1
        return total, n

    agrees(f, ([1.5, 2.0],), ([-1.0, 0.25],))


def test_break_in_a_staged_loop(agrees):
    def f(t):
        s = 0
        did_break = False
        loop = ag.loop(("did_break", "s"), until=("did_break",))
        for e in loop.over(t):
            for then in ag.if_(e < 0, ("did_break", "s")):
                if then:
                    did_break = True
                else:
                    s += e
            if loop.leaves(did_break):
                break
        return s

    agrees(f, ([1, 2, -1, 9],), ([-1, 2, 3, 4],), ([1, 1, 1, 1],))


def test_break_in_a_python_loop_on_a_tensor(agrees):
    def f(x):
        s = 0
        did_break = False
        loop = ag.loop(("did_break", "k", "s"), until=("did_break",))
        for k in loop.over([1, 2, 3, 4]):
            for then in ag.if_(k > x, ("did_break", "s")):
                if then:
                    did_break = True
                else:
                    s += k
            if loop.leaves(did_break):
                break
        for then in ag.if_(did_break, ("s",)):
            if not then:
                s += 100
        return s, k

    agrees(f, (2,), (9,), (0,))


def test_return_from_a_python_loop_on_a_tensor(agrees):
    def f(x):
        did_return = False
        loop = ag.loop(("did_return", "return_value", "x"), until=("did_return",))
        for k in loop.over([1, 2, 3]):
            for then in ag.if_(k * k > x, ("did_return", "return_value", "x")):
                if then:
                    did_return, return_value = True, k
                else:
                    x = x + 1
            if loop.leaves(did_return):
                return return_value
        for then in ag.if_(did_return, ("return_value",)):
            if not then:
                return_value = -x
        return return_value

    agrees(f, (2,), (0,), (50,), (7,))


def test_guarded_turns_make_a_flat_chain(stage):
    """A Python loop of n turns costs n arms, none inside another."""
    deepest = []

    def f(x):
        s = 0
        did_break = False
        loop = ag.loop(("did_break", "s"), until=("did_break",))
        for k in loop.over(range(20)):
            deepest.append(ag.depth())
            for then in ag.if_(k > x, ("did_break", "s")):
                if then:
                    did_break = True
                else:
                    s += k
            if loop.leaves(did_break):
                break
        return s

    assert stage(f, 3)(5) == 15
    assert max(deepest) == 2


def test_an_endless_python_iterator_is_refused(stage, monkeypatch):
    import itertools

    monkeypatch.setattr(sys.modules["autograph.operators.endless"], "_MOST_GUARDED_TURNS", 5)

    def f(x):
        did_break = False
        loop = ag.loop(("did_break",), until=("did_break",))
        for k in loop.over(itertools.count()):
            for then in ag.if_(k > x, ("did_break",)):
                if then:
                    did_break = True
            if loop.leaves(did_break):
                break
        return k

    with pytest.raises(StagingError, match="has not ended"):
        stage(f, 3)


def test_continue_needs_nothing_in_a_staged_loop(agrees):
    def f(n):
        s = 0
        for i in ag.for_(ag.call(range)(n), ("s",)):
            for then in ag.if_(i % 2 == 0, ("s",)):
                if not then:
                    s += i
        return s

    agrees(f, (5,), (0,))


def test_rebinding_the_iterable_in_the_loop(agrees):
    def f(n):
        xs = ag.call(range)(n)
        s = 0
        for i in ag.for_(xs, ("s", "xs")):
            xs = None
            s = s + i
        return s

    agrees(f, (3,), (0,))


def test_a_scalar_cannot_be_looped_over(stage):
    def f(x):
        for e in ag.for_(x, ()):
            pass
        return x

    with pytest.raises(TypeError, match="scalar"):
        stage(f, 3)


def test_an_outer_iterator_in_a_staged_block_is_refused(stage):
    def f(n):
        it = ag.call(iter)([1, 2, 3])
        s = 0
        for i in ag.for_(ag.call(range)(n), ("s",)):
            s += ag.call(next)(it)
        return s

    with pytest.raises(StagingError, match="iterator made outside"):
        stage(f, 3)


def test_an_iterator_made_in_the_block_is_fine(agrees):
    def f(n):
        s = 0
        for i in ag.for_(ag.call(range)(n), ("s",)):
            for k, v in ag.for_(ag.call(zip)([1, 2], [3, 4]), ("s",)):
                s += k * v * i
        return s

    agrees(f, (4,), (0,))


def test_a_loop_variable_that_stays_a_string(agrees):
    def f(n):
        mode, s = "up", 0
        for i in ag.for_(ag.call(range)(n), ("mode", "s")):
            for then in ag.if_(mode == "up", ("s",)):
                if then:
                    s += i
                else:
                    s -= i
            mode = "up"
        return s

    agrees(f, (4,), (0,))


@pytest.mark.parametrize("graphs", [0, 1])
def test_a_generator_ends_with_its_loop(graphs):
    alive = [runtime.Graph() for _ in range(graphs)]  # where one is alive, a loop may meet its tensors
    log = []

    def generate():
        try:
            yield 1
            yield 2
        finally:
            log.append("closed")

    did_break = False
    loop = ag.loop(("did_break",), until=("did_break",))
    for _ in loop.over(generate()):
        did_break = True
        if loop.leaves(did_break):
            break
    log.append("after")
    assert log == ["closed", "after"], alive
