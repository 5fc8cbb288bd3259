"""`while` on tensors."""

import pytest

import autograph.operators as ag
from autograph.errors import StagingError


def test_a_loop_runs_until_its_test_is_false(agrees):
    def f(x):
        n = 0
        loop = ag.while_(("n", "x"))
        while loop.turn(x > 1):
            x = x // 2
            n += 1
        return n, x

    agrees(f, (40,), (1,), (7,))


def test_a_test_that_becomes_a_tensor_in_mid_loop_stages_the_rest(agrees):
    def f(x):
        i, limit = 0, 4
        loop = ag.while_(("i", "limit"))
        while loop.turn(i < limit):
            i += 1
            for then in ag.if_(i == 2, ("limit",)):
                if then:
                    limit = x
        return i

    agrees(f, (3,), (0,), (7,))


def test_a_walrus_in_the_test_is_carried(agrees):
    def f(x):
        loop = ag.while_(("x", "y"))
        while loop.turn((y := x * 2) < 20):
            x = y + 1
        return x, y

    agrees(f, (3,), (8,), (100,))


def test_an_int_becomes_a_float_when_the_body_makes_it_one(agrees):
    def f(p):
        y = 2
        loop = ag.while_(("p", "y"))
        while loop.turn(p > 0):
            y = y * 0.5
            p -= 1
        return y + 0.0

    agrees(f, (2,), (0,))


def test_simultaneous_assignment(agrees):
    def f(n):
        a, b = 0, 1
        loop = ag.while_(("a", "b", "n"))
        while loop.turn(n > 0):
            a, b = b, a + b
            n -= 1
        return a, b

    agrees(f, (3,), (0,), (6,))


def test_break_under_a_condition(agrees):
    def f(x, top):
        n = 0
        did_break = False
        loop = ag.while_(("did_break", "n", "x"), until=("did_break",))
        while loop.turn(n < 100):
            for then in ag.if_(x >= top, ("did_break", "n", "x")):
                if then:
                    did_break = True
                else:
                    x = x * 2
                    n += 1
            if loop.leaves(did_break):
                break
        return n

    agrees(f, (1, 8), (1, 1), (3, 100))


def test_while_true_with_a_tensor_break(agrees):
    def f(x):
        did_break = False
        loop = ag.while_(("did_break", "x"), until=("did_break",))
        while loop.turn(True):
            x = x * 2
            for then in ag.if_(x > 50, ("did_break",)):
                if then:
                    did_break = True
            if loop.leaves(did_break):
                break
        return x

    agrees(f, (1,), (60,))


def test_the_test_is_not_asked_after_a_break(stage):
    def f(x):
        items = ag.own([1, 2, 3])
        i = 0
        did_break = False
        loop = ag.while_(("did_break", "i"), until=("did_break",))
        while loop.turn(items[i] < 10):
            for then in ag.if_(i >= x, ("did_break", "i")):
                if then:
                    did_break = True
                    i = i + 100
                else:
                    i = i + 1
            if loop.leaves(did_break):
                break
        return i

    staged = stage(f, 1)
    assert staged(1) == 101
    with pytest.raises(Exception, match="index|range|bounds|item"):
        staged(5)


def test_return_from_nested_loops(agrees):
    def f(x):
        did_return = False
        i = 0
        loop = ag.while_(("did_return", "i", "return_value"), until=("did_return",))
        while loop.turn(i < x):
            j = 0
            loop_2 = ag.while_(("did_return", "j", "return_value"), until=("did_return",))
            while loop_2.turn(j < 4):
                for then in ag.if_(i * j == 6, ("did_return", "j", "return_value")):
                    if then:
                        did_return, return_value = True, (i, (j, "found"))
                    else:
                        j += 1
                if loop_2.leaves(did_return):
                    break
            for then in ag.if_(did_return, ("i",)):
                if not then:
                    i += 1
            if loop.leaves(did_return):
                return return_value
        for then in ag.if_(did_return, ("return_value",)):
            if not then:
                return_value = -1, (-1, "found")
        return return_value

    agrees(f, (3,), (9,), (0,))


def test_an_unconditional_break_in_a_staged_loop(agrees):
    def f(n):
        i = 0
        did_break = False
        loop = ag.while_(("did_break", "i"), until=("did_break",))
        while loop.turn(i < n):
            i = i + 1
            did_break = True
            if loop.leaves(did_break):
                break
        return i

    agrees(f, (3,), (0,))


def test_none_before_the_loop(agrees):
    def f(n):
        i, last = 0, None
        loop = ag.while_(("i", "last"))
        while loop.turn(i < n):
            for then in ag.if_(ag.is_none(last), ("last",)):
                if then:
                    last = i + 10
                else:
                    last = last + i
            i += 1
        for then in ag.if_(ag.is_none(last), ("return_value",)):
            if then:
                return_value = -1
            else:
                return_value = last
        return return_value

    agrees(f, (0,), (3,), (5,))


def test_unbound_before_the_loop(agrees):
    def f(n):
        i = 0
        loop = ag.while_(("i", "y"))
        while loop.turn(i < n):
            y = i * 2
            i += 1
        return y + i

    agrees(f, (3,), (1,))


def test_unbound_after_no_iteration_fails_by_name(stage):
    def f(n):
        i = 0
        loop = ag.while_(("i", "y"))
        while loop.turn(i < n):
            y = i * 2
            i += 1
        return y

    staged = stage(f, 3)
    assert staged(2) == 2
    with pytest.raises(Exception, match="'y' is used before assignment.*at least once"):
        staged(0)


def test_a_variable_whose_type_changes_is_refused_where_it_is_read(stage):
    def f(n):
        x = n
        loop = ag.while_(("n", "x"))
        while loop.turn(n > 0):
            x = "text" if ag.call(isinstance)(x, str) else "text"
            n -= 1
        return x

    with pytest.raises(StagingError, match="'x'.*before the loop.*after one iteration"):
        stage(f, 3)


def test_a_variable_whose_type_changes_may_do_so_unread(agrees):
    def f(n):
        x = n
        loop = ag.while_(("n", "x"))
        while loop.turn(n > 0):
            x = "text"
            n -= 1
        return n

    agrees(f, (3,), (0,))


def test_a_shape_that_grows_becomes_unknown(stage):
    def f(v, n):
        loop = ag.while_(("n", "v"))
        while loop.turn(n > 0):
            v = ag.call(double)(v)
            n -= 1
        return v

    def double(v):
        rows = ag.own([])
        for x in ag.for_(v, ()):
            rows.append(x)
            rows.append(x)
        return rows.stack()

    staged = stage(f, [1], 1)
    assert staged([1], 2) == [1, 1, 1, 1]
    assert staged([5], 0) == [5]


def test_closures_over_loop_variables(agrees):
    def f(n):
        total, i = 0, 0
        now = lambda: i * 10 + total
        loop = ag.while_(("i", "total"))
        while loop.turn(i < n):
            i += 1
            total += ag.call(now)()
        return total, ag.call(now)()

    agrees(f, (3,), (0,))


def test_three_loops_deep_each_widening(agrees):
    def f(n):
        s = 0
        i = 0
        loop = ag.while_(("i", "s"))
        while loop.turn(i < n):
            j = 0
            loop_2 = ag.while_(("j", "s"))
            while loop_2.turn(j < i):
                k = j
                loop_3 = ag.while_(("k", "s"))
                while loop_3.turn(k > 0):
                    s += k * 0.5
                    k -= 1
                j += 1
            i += 1
        return s + 0.0

    agrees(f, (3,), (5,), (0,))


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_traces_of_nested_loops_grow_with_the_square_of_their_depth(stage, depth):
    """Every level starts an accumulator at int 0 that becomes a float."""
    traced = []

    def level(n, d):
        total, i = 0, 0
        loop = ag.while_(("i", "total"))
        while loop.turn(i < n):
            traced.append(d)
            for then in ag.if_(d > 1, ("total",)):
                if then:
                    total += ag.call(level)(n, d - 1)
                else:
                    total += 0.5
            i += 1
        return total

    stage(lambda n: ag.call(level)(n, depth), 3)
    assert len(traced) <= depth * (depth + 3) // 2


def test_a_loop_without_widening_is_traced_once(stage):
    traced = []

    def f(n):
        i = 0
        loop = ag.while_(("i",))
        while loop.turn(i < n):
            traced.append(i)
            i += 1
        return i

    stage(f, 3)
    assert len(traced) == 1


def test_types_that_never_settle_are_refused(stage):
    def f(n):
        t = (n,)
        loop = ag.while_(("n", "t"))
        while loop.turn(n > 0):
            t = (t,)
            n -= 1
        return n, t

    with pytest.raises(StagingError, match="'t'"):
        stage(f, 3)
