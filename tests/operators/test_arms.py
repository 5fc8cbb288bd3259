"""Chains of `if … elif … else`: in Python and in traces each test is evaluated once, where Python evaluates it."""

import itertools
import textwrap

import pytest

import autograph
import autograph.operators as ag
from autograph.errors import StagingError
from tests.operators.test_converted import Converted, check


@pytest.fixture
def _converted(_written_by_hand):
    """What is called in these tests is converted for real."""
    before = ag.register_converter(None)
    yield
    ag.register_converter(before)


def chain(x):
    for arm, test in ag.once or ag.arms(("y",)):
        if arm <= 1 and test(x > 9):
            y = 2
        elif arm <= 2 and test(x > 0):
            y = 1
        else:
            y = 0
    return y


def test_a_chain_gives_the_value_of_one_arm(agrees):
    agrees(chain, (10,), (5,), (0,))


def test_in_python_there_is_one_turn():
    assert [arm for arm, _ in ag.once or ag.arms(("y",))] == [1]
    assert [chain(10), chain(5), chain(0)] == [2, 1, 0]


def test_a_chain_without_else_keeps_the_entry_value(agrees):
    def f(x):
        y = x
        for arm, test in ag.once or ag.arms(("y",)):
            if arm <= 1 and test(x > 9):
                y = 2
            elif arm <= 2 and test(x > 0):
                y = y * 3
        return y

    agrees(f, (10,), (5,), (-1,))


def test_an_arm_is_put_back_for_the_tests_and_arms_behind_it(agrees):
    def f(x):
        t = x
        for arm, test in ag.once or ag.arms(("t", "y")):
            if arm <= 1 and test(t > 9):
                t = 100
                y = t
            elif arm <= 2 and test(t > 5):
                t = t * 2
                y = t
            else:
                y = t
        return y

    agrees(f, (10,), (7,), (1,))


def test_a_test_that_stays_plain_python_has_the_number_of_the_next(agrees):
    def f(x, kind):
        for arm, test in ag.once or ag.arms(("y",)):
            if arm <= 1 and test(x > 9):
                y = 3
            elif arm <= 2 and isinstance(kind, str):
                y = 2
            elif arm <= 2 and test(x > 0):
                y = 1
            else:
                y = 0
        return y

    for kind in ("text", None):
        agrees(f, (10, kind), (5, kind), (0, kind))


KINDS = {"T": True, "F": False}


@pytest.mark.parametrize("kinds", ["".join(kinds) for kinds in itertools.product("?TF", repeat=4)])
def test_symbolic_tests_and_those_of_python_mix_in_any_order(kinds, stage):
    def f(*xs):
        asked = []

        def ask(k):
            asked.append(k)
            return KINDS.get(kinds[k], xs[k] > 0)

        for arm, test in ag.once or ag.arms(("y",)):
            if arm <= 1 and test(ask(0)):
                y = xs[0] * 10
            elif arm <= 2 and test(ask(1)):
                y = xs[1] * 100
            elif arm <= 3 and test(ask(2)):
                y = xs[2] * 1000
            elif arm <= 4 and test(ask(3)):
                y = xs[3] * 10000
            else:
                y = 7
        assert asked == list(range(len(asked))), "each once, in order"
        counts.append(len(asked))
        return y

    counts = []
    staged = stage(f, 1, 1, 1, 1)
    assert counts == [f"{kinds}T".index("T") + 1 if "T" in kinds else 4], "as far as Python goes"
    for values in itertools.product((2, -2), repeat=4):
        assert staged(*values) == f(*values)


def test_a_chain_that_python_decides_evaluates_no_test_behind_it():
    def f(x, asked):
        def ask(k):
            asked.append(k)
            return x == k

        if ask(0):
            return 0
        elif ask(1):
            return 1
        elif ask(2):
            return 2
        return 3

    for x in range(4):
        native, converted = [], []
        assert autograph.convert(f)(x, converted) == f(x, native)
        assert converted == native


def test_the_truth_of_each_test_is_asked_once():
    class Once:
        def __init__(self, value):
            self.value, self.asked = value, 0

        def __bool__(self):
            self.asked += 1
            return self.value

    def f(a, b, c):
        if a:
            y = 1
        elif b and c:
            y = 2
        elif not c:
            y = 3
        else:
            y = 4
        return y

    for values in itertools.product((True, False), repeat=3):
        native, converted = list(map(Once, values)), list(map(Once, values))
        assert autograph.convert(f)(*converted) == f(*native)
        assert [test.asked for test in converted] == [test.asked for test in native]


@pytest.mark.usefixtures("_converted")
class TestConverted:
    def test_assignments_in_tests(self):
        def f(x):
            m = 0
            if (a := x + 1) > 10:
                y = a
            elif (m := a * 2) > 10 and (b := m + x) > 0:
                y = b
            elif (a := a - 100) > -97:
                y = a
            else:
                y = a + m
            return y, a, m

        check(f, (20,), (6,), (2,), (1,), (-50,))

    def test_arms_that_raise(self):
        def f(x):
            if x > 9:
                raise ValueError("large")
            elif x > 5:
                y = x
            elif x < 0:
                raise ValueError("negative")
            else:
                return x * 100
            return y

        staged = Converted(f, 3)
        assert [staged(3), staged(7)] == [300, 7]
        for value, message in ((10, "large"), (-1, "negative")):
            with pytest.raises(Exception, match=message):
                staged(value)

    def test_all_arms_return(self):
        def f(x):
            if x > 9:
                return 1
            if x > 5:
                return 2
            if x > 0:
                return 3
            return 4

        check(f, (10,), (6,), (1,), (0,))

    def test_chains_nest_in_arms_and_loops(self):
        def f(n):
            total = 0
            for i in range(n):
                if i % 5 == 0:
                    continue
                elif i % 3 == 0:
                    if i > 20:
                        break
                    elif i > 10:
                        total += 100
                    else:
                        total += 10
                elif i % 7 == 1:
                    total = total * 2
                else:
                    total += 1
            else:
                total += 100000
            return total

        check(f, (10,), (0,), (23,), (30,))

    def test_a_chain_in_a_loop_that_widens(self):
        def f(n):
            total = 0
            while n > 0:
                if n % 3 == 0:
                    total = total + 1
                elif n % 3 == 1:
                    total = total + 0.5
                else:
                    total = total * 2
                n = n - 1
            return total

        check(f, (7,), (0,))

    def test_a_chain_that_python_decides_around_one_that_the_run_does(self):
        def f(x, mode):
            if mode == "a":
                y = x
            elif mode == "b":
                if x > 5:
                    y = 5
                elif x > 2:
                    y = 2
                else:
                    y = 0
            else:
                y = -x
            return y

        for mode in "abc":
            check(f, (6, mode), (3, mode), (1, mode))

    def test_a_generator_with_chains(self):
        def f(x):
            def steps(k):
                for i in range(k):
                    if i == 1:
                        yield x
                    elif i == 2:
                        yield 2 * x
                    else:
                        yield i

            total = 0
            for step in steps(4):
                if step > 5:
                    total += 5
                elif step > 3:
                    total += 3
                else:
                    total += step
            return total

        check(f, (3,), (10,), (0,))

    def test_a_chain_of_three_hundred_tests(self):
        lines = ["if x == 0:", "    y = 0"]
        for k in range(1, 300):
            lines += [f"elif x == {k}:", f"    y = {k * 7 % 31}"]
        f = defined(
            "def f(x):\n" + textwrap.indent("\n".join([*lines, "else:", "    y = -1"]), "    ") + "\n    return y"
        )
        converted = autograph.convert(f)
        assert [converted(k) for k in range(-1, 301)] == [f(k) for k in range(-1, 301)]

    def test_a_long_chain_in_a_trace(self):
        lines = ["if x == 0:", "    y = 0"]
        for k in range(1, 40):
            lines += [f"elif x == {k}:", f"    y = {k * 7 % 31}"]
        f = defined(
            "def f(x):\n" + textwrap.indent("\n".join([*lines, "else:", "    y = -1"]), "    ") + "\n    return y"
        )
        check(f, *((k,) for k in (-1, 0, 1, 7, 8, 9, 25, 39, 40)))

    @pytest.mark.parametrize("depth", [17, 18, 19, 20])
    def test_a_chain_where_no_more_blocks_nest(self, depth):
        lines = ["def f(x):", "    y = 0"]
        if depth == 20:
            lines += ["    if x > -10:"]
            depth -= 1
            indent = "        "
        else:
            indent = "    "
        for k in range(depth):
            lines += [f"{indent}for i{k} in (1,):"]
            indent += "    "
        block = "if x > 9:\n    y += 3\nelif x > 5:\n    y += 2\nelif x > 0:\n    y += 1\nelse:\n    y = 50"
        lines += [textwrap.indent(block, indent), "    return y"]
        check(defined("\n".join(lines)), (10,), (7,), (2,), (0,), (-20,))


def defined(source):
    """A function whose text can be found."""
    import linecache

    name = f"<chain {len(linecache.cache)}>"
    linecache.cache[name] = len(source), None, source.splitlines(keepends=True), name
    space = {}
    exec(compile(source, name, "exec"), space)
    return space["f"]


def test_an_error_of_a_test_shows_its_own_line(stage):
    def f(x):
        for arm, test in ag.once or ag.arms(("y",)):
            if arm <= 1 and test(x > 9):
                y = 1
            elif arm <= 2 and test(x > 5):
                y = (1, x)
            else:
                y = x
        return y

    line = f.__code__.co_firstlineno
    found = rf"in the main branch \(line {line + 5}\).*in the else branch \(line {line + 7}\)"
    with pytest.raises(StagingError, match=found) as caught:
        stage(f, 3)
    assert caught.value.span.line == line + 4


def test_the_disagreement_of_an_arm_without_another(stage):
    def f(x):
        y = x
        for arm, test in ag.once or ag.arms(("y",)):
            if arm <= 1 and test(x > 9):
                y = 1
            elif arm <= 2 and test(x > 5):
                y = (1, x)
        return y

    line = f.__code__.co_firstlineno
    with pytest.raises(StagingError, match=rf"in the main branch \(line {line + 6}\)") as caught:
        stage(f, 3)
    assert caught.value.span.line == line + 5
