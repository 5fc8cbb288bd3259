"""Builtins on tensors."""

import contextlib
import io

import pytest

import autograph.operators as ag
import runtime
from autograph.errors import StagingError


def test_numbers(agrees):
    def f(x, y):
        return (
            ag.call(abs)(x),
            ag.call(int)(y),
            ag.call(float)(x),
            ag.call(round)(y),
            ag.call(divmod)(x, 3),
            ag.call(min)(x, 2),
            ag.call(max)(x, 2, 7),
            ag.call(min)([x, 4]),
        )

    agrees(f, (3, 2.5), (-3, -1.7), (9, 3.5))


def test_reductions(agrees):
    def f(t):
        return ag.call(sum)(t), ag.call(sum)(t, 10), ag.call(max)(t), ag.call(min)(t), ag.call(len)(t)

    agrees(f, ([3, 1, 2],), ([-1, -5, 0],))


def test_any_and_all(agrees):
    def f(t, x):
        some = ag.call(any)(ag.lazy(e > 2 for e in ag.each(t)))
        every = ag.call(all)(ag.lazy(e > 2 for e in ag.each(t)))
        mixed = ag.call(any)([x > 5, False])
        return tuple(ag.if_exp(ag.given(v) and ag.then([1]) or [0]) for v in (some, every, mixed))

    agrees(f, ([3, 1, 2], 1), ([3, 4, 5], 9), ([0, 0, 0], 0))


def test_bool_and_isinstance(agrees):
    def f(x):
        return ag.if_exp(ag.given(ag.call(bool)(x)) and ag.then([1]) or [0]), ag.call(isinstance)("text", str)

    agrees(f, (3,), (0,))


def test_min_and_max_with_a_key(agrees):
    def f(x):
        return ag.call(min)([x, 3, -4], key=lambda v: v * v), ag.call(max)(x, -5, key=lambda v: v * v)

    agrees(f, (2,), (-7,))


def test_list_of_a_range(agrees):
    def f(n):
        xs = ag.call(list)(ag.call(range)(n))
        xs.append(100)
        return ag.call(len)(xs), ag.call(sum)(ag.call(reversed)(xs)), xs[0]

    agrees(f, (4,), (0,))


def test_a_tuple_of_run_time_length_is_refused(stage):
    with pytest.raises(StagingError, match=r"tuple\(\)"):
        stage(lambda n: ag.call(tuple)(ag.call(range)(n)), 3)


def test_sorting(agrees):
    def f(x, t):
        fallen = ag.call(sorted)(t, key=lambda e: -e, reverse=True)
        return ag.call(sorted)([x, 1, 4]), ag.call(sorted)(t)[0], fallen[0], fallen[2]

    agrees(f, (3, [3, 1, 2]), (0, [5, 5, -1]), (9, [0, 1, 7]))


def test_sorting_by_a_vector_is_refused(stage):
    with pytest.raises(StagingError, match="keys of shape"):
        stage(lambda t: ag.call(sorted)([t, t]), [3, 1])


def test_map_and_enumerate_over_a_tensor(agrees):
    def f(t):
        s = 0
        for i, v in ag.for_(ag.call(enumerate)(ag.call(map)(lambda e: e * 2, t), 1), ("s",)):
            s += i * v
        return s

    agrees(f, ([3, 1, 2],))


def printed(stage, function, *values):
    """What the staged and the plain function print."""
    staged = stage(function, *values)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        staged(*values)
    native = io.StringIO()
    with contextlib.redirect_stdout(native):
        function(*values)
    return (staged.printed or out.getvalue()), native.getvalue()


def test_print_acts_in_order_and_as_often_as_its_line_runs(stage):
    def f(n):
        ag.call(print)("start", n)
        for i in ag.for_(ag.call(range)(n), ()):
            for then in ag.if_(i % 2 == 0, ()):
                if then:
                    ag.call(print)("even", i, "of", n, sep="-", end=";")
        ag.call(print)("end")
        return n

    staged, native = printed(stage, f, 3)
    assert staged == native


def test_print_of_a_container_and_of_an_f_string(stage):
    def f(n):
        ag.call(print)([n, "a"], (n,), {"k": n + 1})
        ag.call(print)(ag.text("n is ", ag.field(n), ", twice ", ag.field(n * 2, "4d"), "."))
        return n

    staged, native = printed(stage, f, 3)
    assert staged == native


def test_print_to_a_file_is_refused(stage):
    def f(n):
        ag.call(print)(n, file=io.StringIO())
        return n

    with pytest.raises(StagingError, match="print to a file"):
        stage(f, 3)


def test_str_and_format(stage):
    def f(n):
        return ag.call(str)(n), ag.call("{} and {:03d}".format)(n, n + 1), ag.call(format)(n, "4d")

    assert stage(f, 3)(5) == ["5", "5 and 006", "   5"]


def test_text_of_plain_values_is_pythons():
    assert ag.text("a ", ag.field(3), " ", ag.converted_field("x", "r"), ag.field(0.5, ".2f")) == "a 3 'x'0.50"


@pytest.mark.parametrize(("reduction", "decides"), [(any, True), (all, False)])
def test_any_and_all_end_where_python_does(reduction, decides):
    alive = runtime.Graph()
    items = iter([not decides, decides, decides])
    assert ag.call(reduction)(items) is decides
    assert list(items) == [decides], alive
