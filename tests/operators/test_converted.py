"""The operators under code that the compiler itself converts: what is awkward to write by hand."""

import collections
import contextlib
import threading

import pytest

import autograph
from autograph.errors import StagingError
from autograph.operators import trace
from tests.operators.staging import OnRuntime, plain, same


class Converted(OnRuntime):
    """A plain Python function, converted and traced."""

    def __init__(self, function, *sample):
        self._trace(autograph.to_graph(function), sample)
        assert not trace.traces()


@pytest.fixture(autouse=True)
def _written_by_hand():
    """Everything here is converted for real."""


def check(function, *inputs):
    staged = Converted(function, *inputs[0])
    for values in inputs:
        expected, got = plain(function(*values)), staged(*values)
        assert same(expected, got), f"{values}: Python gives {expected}, staged {got}"


Pair = collections.namedtuple("Pair", "low high")


class Counter:
    def __init__(self):
        self.n = 0

    def bump(self, by):
        self.n += by


def test_the_first_arm_of_a_negated_test_is_put_back():
    def f(x):
        t = x + 1
        if not x > 0:
            y = t
        else:
            t = t * 2
            y = t
        return y

    check(f, (3,), (-3,))


def test_the_target_of_a_loop_is_read_and_written_in_its_else():
    def f(t):
        for b in t:
            pass
        else:
            if b == 3:
                b += b
        return b

    check(f, ([1, 3],), ([1, 2],))


def test_a_list_rebound_in_an_inner_loop_after_it_was_filled():
    def f(a, c):
        xs = [c]
        for b in range(c % 4):
            if len(xs) + a < 3:
                xs.append(len(xs))
                for a in range(c % 4):
                    xs = [c]
        return len(xs)

    check(f, (1, 3), (0, 2), (0, 0), (5, 5))


def test_while_else_and_continue():
    def f(n, x):
        while n < 5:
            n += 1
            if n == x:
                break
            if n % 2:
                continue
            x += 1
        else:
            n = n + 50
        return n, x

    check(f, (0, 2), (0, 9), (4, 4))


def test_early_return_of_ints_and_floats():
    def f(x):
        while x < 100.0:
            if x > 20.0:
                return 0
            x = x * 3.0
        return x * 0.5

    check(f, (3.0,), (30.0,), (200.0,))


def test_early_return_of_a_structure_from_nested_loops():
    def f(x):
        for i in range(x):
            for j in range(4):
                if i * j == 6:
                    return i, (j, 7)
        return -1, (-1, 7)

    check(f, (3,), (9,), (0,))


def test_while_true_with_returns():
    def f(n):
        i = 0
        while True:
            i = i + 1
            if i > n:
                return i
            if i == 5:
                break
        return -i

    check(f, (4,), (9,), (0,))


def test_jumps_through_try_finally():
    def f(n):
        s = 0
        for i in range(n):
            try:
                if i == 2:
                    continue
                for j in range(i):
                    if j > 2:
                        break
                    s = s + j
                if s > 6:
                    return s
            finally:
                s = s + 1
        return s * 100

    check(f, (4,), (9,), (1,))


def test_a_staged_return_in_a_with():
    class Manager:
        def __init__(self):
            self.log = 0

        def __enter__(self):
            return self

        def __exit__(self, *error):
            self.log = self.log + 1

    def f(x):
        m = Manager()
        with m:
            if x > 0:
                return x, m.log
        return -x, m.log

    check(f, (2,), (-2,))


def test_python_for_with_tensor_break_else_and_target():
    def f(n):
        for k in [1, 2, 3, 7]:
            if k > n:
                break
        else:
            k = k + 100
        return k

    check(f, (4,), (9,), (1,))


def test_a_plain_break_in_a_staged_for():
    def f(n):
        s = 0
        for i in range(n):
            s = s + 5
            break
        else:
            s = 100
        return s

    check(f, (3,), (0,))


def test_return_directly_in_a_staged_loop():
    def f(n):
        while n > 0:
            return n * 2
        return -1

    check(f, (3,), (0,))


def test_none_inside_a_tuple():
    def f(n):
        s = (None, 0)
        for i in range(n):
            s = (i * 2, s[1] + 1)
        if s[0] is None:
            return -1, s[1]
        return s

    check(f, (3,), (0,))


def test_lambdas_made_in_a_python_loop_bind_late():
    def f(x):
        fs = []
        for i in range(3):
            if i > x:
                x = x + i
            fs.append(lambda: i + x)
        return fs[0](), fs[2]()

    check(f, (1,), (5,))


def test_late_binding_in_a_staged_loop():
    def f(n):
        s, k = 0, 0
        get = lambda: k + s
        while k < n:
            k += 1
            if k % 2 == 0:
                s = s + get()
        return s, get()

    check(f, (3,), (7,))


def test_a_namedtuple_in_a_loop():
    def f(n):
        p = Pair(1, 0)
        for _ in range(n):
            p = p._replace(low=p.low * 2, high=p.high + 1)
        return p

    check(f, (3,), (0,))


def test_state_in_nested_calls():
    def f(n):
        c = Counter()

        def add(k):
            if k % 2 == 0:
                c.bump(k)
            else:
                c.bump(1)

        for i in range(n):
            add(i)
        return c.n

    check(f, (5,), (1,))


HIDDEN = {}


def test_an_outer_container_is_not_changed():
    def f(x):
        if x > 0:
            HIDDEN.update(v=x * 2)
        return x

    with pytest.raises(StagingError, match="outer"):
        Converted(f, 2)
    assert HIDDEN == {}


def test_a_tensor_that_escapes_through_an_object_is_out_of_scope_elsewhere():
    class Sneaky:
        def put(self, v):
            self.__dict__.__setitem__("v", v)

    def f(x):
        s = Sneaky()
        if x > 0:
            s.put(x * 2)
        return s.v + 1

    with pytest.raises(Exception, match="same graph|scope|dict"):
        Converted(f, 2)


def test_comprehension_scopes():
    def f(x):
        i = 7
        ys = [i * x for i in range(3)]
        if x > 0:
            ys = [y + i for y in ys]
        return sum(ys), i

    check(f, (3,), (-1,))


def test_a_handler_that_stages():
    def f(x):
        try:
            {}["missing"]
        except KeyError:
            if x > 0:
                x = x * 2
            else:
                x = x - 1
        return x

    check(f, (3,), (-3,))


def test_suppressing_inside_an_arm():
    def f(x):
        y = x
        if x > 0:
            with contextlib.suppress(KeyError):
                y = {}["missing"]
            y = y * 3
        return y

    check(f, (3,), (-3,))


def test_variables_of_a_recursive_method():
    class Walker:
        def __init__(self, scale):
            self.scale = scale

        def walk(self, k):
            if k <= 0:
                return 0
            return self.scale + self.walk(k - 1)

    def f(n):
        return Walker(n * 0 + 3).walk(n)

    check(f, (4,), (0,))


def test_an_elif_chain_longer_than_pythons_nesting():
    def f(x):
        if x == 0:
            y = 10
        elif x == 1:
            y = 11
        elif x == 2:
            y = 12
        elif x == 3:
            y = 13
        elif x == 4:
            y = 14
        elif x == 5:
            y = 15
        elif x == 6:
            y = 16
        elif x == 7:
            y = 17
        elif x == 8:
            y = 18
        elif x == 9:
            y = 19
        elif x == 10:
            y = 20
        else:
            y = -1
        return y

    check(f, *((k,) for k in range(-1, 12)))


def test_threads_trace_at_the_same_time():
    def f(n):
        total = 0
        while n > 0:
            if n % 2 == 0:
                total += n
            n -= 1
        return total

    results, errors = {}, []

    def run(k):
        try:
            results[k] = [Converted(f, 3)(v) for v in (k, 2 * k)]
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(k,)) for k in range(6)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert errors == []
    assert results == {k: [f(k), f(2 * k)] for k in range(6)}


def test_a_function_traced_inside_a_trace():
    import runtime as rt

    @autograph.function
    def inner(x):
        if x > 0:
            return x * 2
        return x

    def f(n):
        total = 0
        for i in range(n):
            if i != 1:
                total += inner(i)
        return total

    def native(n):
        return sum(i * 2 for i in range(n) if i != 1)

    staged = Converted(f, 3)
    assert [staged(k) for k in (0, 3, 5)] == [native(k) for k in (0, 3, 5)]
    assert rt is not None


def test_an_attribute_left_with_a_tensor_of_a_function_is_out_of_scope():
    import runtime as rt

    class Net:
        pass

    net = Net()

    @autograph.function
    def f(x):
        net.last = x * 2
        return net.last + 1

    assert int(f(rt.constant(3))) == 7
    with pytest.raises(StagingError, match="'Net.last'.*out of scope"):
        net.last + 1


def test_a_variable_rebound_to_a_tensor_in_a_loop():
    import runtime as rt

    v = rt.Variable(10.0)

    @autograph.function
    def f(w, n):
        for _ in rt.range(n):
            w = w + 1.0
        return w

    assert float(f(v, rt.constant(3))) == 13.0
    assert float(v.read_value()) == 10.0


def test_a_compiled_function_may_return_none_on_one_path():
    import runtime as rt

    @autograph.function
    def positive(x):
        if x > 0:
            return x * 2

    @autograph.function
    def positive_or(x, default):
        found = positive(x)
        if found is None:
            return default
        return found

    assert int(positive(rt.constant(3))) == 6
    assert positive(rt.constant(-3)) is None
    assert int(positive_or(rt.constant(3), rt.constant(7))) == 6
    assert int(positive_or(rt.constant(-3), rt.constant(7))) == 7


class Capped:
    def __init__(self, v):
        self.v = v

    def __add__(self, other):
        s = self.v + other.v
        if s > 10:
            s = s * 0 + 10
        return Capped(s)

    def __getitem__(self, i):
        return self.v if i > 0 else -self.v

    @property
    def size(self):
        if self.v < 0:
            return -self.v
        return self.v


def test_operators_and_properties_of_user_classes_run_converted():
    def f(a, b):
        c = Capped(a) + Capped(b)
        return c.v, c.size, c[b]

    members = dict(vars(Capped))
    check(f, (8, 9), (3, 4), (-8, 1), (2, -5))
    assert dict(vars(Capped)) == members


def test_unpacking_a_tensor():
    def f(t):
        a, b = t
        first, *rest = t
        return a + b, first, rest[0]

    check(f, ([1, 2],))


def test_loop_options_reach_the_loop():
    import runtime as rt

    def f(v, n):
        while n > 0:
            autograph.set_loop_options(shape_invariants=[(v, rt.TensorShape([None]))], maximum_iterations=2)
            v = rt.concat([v, v], 0)
            n -= 1
        return v

    staged = Converted(f, [1], 1)
    assert staged([1], 1) == [1, 1]
    assert staged([1], 9) == [1, 1, 1, 1]


def test_a_shape_invariant_that_does_not_fit_is_refused():
    import runtime as rt

    def f(v, n):
        while n > 0:
            autograph.set_loop_options(shape_invariants=[(v, rt.TensorShape([1]))])
            v = rt.concat([v, v], 0)
            n -= 1
        return v

    with pytest.raises(StagingError, match=r"'v' has shape \(2,\) after one iteration, which does not conform"):
        Converted(f, [1], 1)


def test_errors_name_the_users_file_line_and_text():
    def f(x):
        if x > 0:
            bonus = x * 2
        return bonus + 1

    with pytest.raises(StagingError) as caught:
        Converted(f, 3)
    text = str(caught.value)
    assert f"test_converted.py:{f.__code__.co_firstlineno + 3}:" in text
    assert "return bonus + 1" in text
    assert "^" in text
    assert "must also be initialized in the else branch" in text


def test_a_result_without_a_value_on_one_path_is_refused_at_the_if():
    def f(x):
        if x > 0:
            bonus = x * 2
        return bonus

    with pytest.raises(StagingError, match=r"'bonus' is returned, but .* in the else branch of this `if`") as caught:
        Converted(f, 3)
    assert f"test_converted.py:{f.__code__.co_firstlineno + 1}:" in str(caught.value)


def test_a_generator_in_a_trace_and_its_state():
    def f(x):
        def halves(v):
            while v > 1:
                yield v
                v = v // 2

        total = 0
        for h in halves(40):
            if h > x:
                total += h
        return total

    check(f, (5,), (100,), (0,))


def test_async_functions_convert():
    import asyncio

    def f(x):
        async def work(v):
            if v > 0:
                v = v * 2
            return v

        return asyncio.run(work(x))

    converted = autograph.to_graph(f)
    assert converted(3) == 6
    assert converted(-3) == -3
