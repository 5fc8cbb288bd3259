"""Lists that staged blocks change."""

import pytest

import autograph
import autograph.operators as ag
import runtime as rt
from autograph.errors import StagingError


def test_append_in_a_loop(agrees):
    def f(n):
        out = ag.own([])
        for i in ag.for_(ag.call(range)(n), ()):
            out.append(i * i)
        return ag.call(len)(out), ag.call(sum)(out)

    agrees(f, (4,), (0,))


def test_aliases_see_the_run_time_list(agrees):
    def f(n):
        out = ag.own([])
        alias = out
        for i in ag.for_(ag.call(range)(n), ()):
            for then in ag.if_(i % 2 == 0, ()):
                if then:
                    out.append(i)
                else:
                    for then in ag.if_(i == 5, ()):
                        if then:
                            alias.append(100)
        total = 0
        for v in ag.for_(out, ("total",)):
            total += v
        return ag.call(len)(alias), total

    agrees(f, (4,), (0,), (7,))


def test_a_list_as_a_stack(agrees):
    def f(n):
        stack = ag.own([10, 20])
        for i in ag.for_(ag.call(range)(n), ()):
            stack.append(i)
            for then in ag.if_(i > 2, ()):
                if then:
                    stack.pop()
        return ag.call(len)(stack), stack[-1], stack[0]

    agrees(f, (4,), (1,))


def test_arms_append_different_counts(agrees):
    def f(x):
        out = ag.own([x])
        for then in ag.if_(x > 0, ()):
            if then:
                out.append(x)
                out.append(x + 1)
        return ag.call(len)(out), out[-1]

    agrees(f, (1,), (-1,))


def test_arms_append_the_same_count_and_the_list_stays_python(stage):
    lengths = []

    def f(x):
        out = ag.own([])
        for then in ag.if_(x > 0, ()):
            if then:
                out.append(x)
            else:
                out.append(-x)
        lengths.append(len(out))
        return out[0]

    staged = stage(f, 1)
    assert lengths == [1]
    assert (staged(3), staged(-4)) == (3, 4)


def test_a_helper_fills_the_list(agrees):
    def push(xs, v):
        xs.append(v * 2)

    def f(n):
        out = ag.own([])
        for i in ag.for_(ag.call(range)(n), ()):
            ag.call(push)(out, i)
        return ag.call(len)(out), ag.call(sum)(out)

    agrees(f, (4,), (0,))


def test_a_list_reset_in_an_arm(agrees):
    def f(x):
        xs = ag.own([x, x])
        for then in ag.if_(x > 0, ("xs",)):
            if then:
                xs = ag.own([])
        xs.append(5)
        return ag.call(len)(xs)

    agrees(f, (3,), (-3,))


def test_a_second_name_for_a_list_that_one_arm_rebinds_is_refused(stage):
    def f(x):
        xs = ag.own([x])
        alias = xs
        for then in ag.if_(x > 0, ("xs",)):
            if then:
                xs = ag.own([])
        xs.append(5)
        return ag.call(len)(alias)

    with pytest.raises(StagingError, match="'xs'.*second name"):
        stage(f, 3)


def test_a_list_reset_in_a_loop(agrees):
    def f(n):
        xs, full = ag.own([]), 0
        for i in ag.for_(ag.call(range)(n), ("full", "xs")):
            xs.append(i)
            for then in ag.if_(ag.call(len)(xs) >= 3, ("full", "xs")):
                if then:
                    full += xs[0]
                    xs = ag.own([])
        return ag.call(len)(xs), full

    agrees(f, (6,), (1,))


def test_one_arm_appends_and_the_other_rebinds(agrees):
    def f(x):
        xs = ag.own([])
        for then in ag.if_(x > 0, ("xs",)):
            if then:
                xs.append(x)
            else:
                xs = ag.own([x, x])
        xs.append(2)
        return ag.call(len)(xs), xs[0]

    agrees(f, (3,), (-3,))


def test_lists_of_lists(agrees):
    def f(x):
        rows = ag.own([ag.own([x]), ag.own([x, x])])
        for then in ag.if_(x > 0, ()):
            if then:
                rows[0].append(5)
        return ag.call(len)(rows[0]), ag.call(len)(rows[1])

    agrees(f, (3,), (-3,))


def test_augmented_assignment_extends(agrees):
    def f(x):
        xs = ag.own([1])
        for then in ag.if_(x > 0, ("xs",)):
            if then:
                xs += [x]
        return ag.call(len)(xs)

    agrees(f, (3,), (-3,))


def test_items_can_be_replaced_at_run_time(agrees):
    def f(n):
        xs = ag.own([1, 2, 3])
        for i in ag.for_(ag.call(range)(n), ()):
            ag.items(xs)[i] = i * 10
        return ag.call(sum)(xs)

    agrees(f, (2,), (0,), (3,))


def test_a_list_of_fixed_length_is_indexed_by_a_tensor(agrees):
    def f(k):
        xs = ag.own([10, 20, 30])
        return xs[k]

    agrees(f, (0,), (2,), (-1,))


def test_a_list_of_functions_is_indexed_by_a_tensor(agrees):
    def f(k, x):
        heads = ag.own([lambda v: v + 1, lambda v: v * v])
        return ag.call(heads[k])(x)

    agrees(f, (0, 3), (1, 3), (-1, 5))


def test_an_index_out_of_range_fails_in_the_run(stage):
    def f(k, x):
        heads = ag.own([lambda v: v + 1, lambda v: v * v])
        return ag.call(heads[k])(x)

    staged = stage(f, 0, 3)
    with pytest.raises(Exception, match="out of range"):
        staged(2, 3)


def test_a_list_from_outside_is_not_changed(stage):
    outside = []

    def f(x):
        ag.call(outside.append)(x)
        return x

    with pytest.raises(StagingError, match="outer"):
        stage(f, 3)
    assert outside == []


def test_reading_an_item_before_anything_was_appended_is_refused(stage):
    def f(n):
        xs = ag.own([])
        loop = ag.while_(("n",))
        while loop.turn(n > 0):
            n -= 1
            for then in ag.if_(n > 1, ("xs",)):
                if then:
                    xs = ag.own([])
            xs.pop()
        return n

    with pytest.raises((StagingError, IndexError), match="pop|type"):
        stage(f, 3)


def test_items_of_two_types_do_not_mix(stage):
    def f(n):
        xs = ag.own([])
        for i in ag.for_(ag.call(range)(n), ()):
            xs.append(i)
            xs.append("text")
        return ag.call(len)(xs)

    with pytest.raises(StagingError, match="one type|item"):
        stage(f, 3)


def test_plain_python_cannot_count_a_run_time_list(stage):
    def f(n):
        xs = ag.own([])
        for i in ag.for_(ag.call(range)(n), ()):
            xs.append(i)
        return [x for x in xs]

    with pytest.raises(StagingError, match="run-time length"):
        stage(f, 3)


def test_a_returned_list_is_a_plain_list(stage):
    results = []

    def f(x):
        xs = ag.own([x, 1])
        xs.append(x + 1)
        results.append(xs)
        return xs

    assert stage(f, 3)(3) == [3, 1, 4]


def test_a_returned_run_time_list_is_stacked(stage):
    def f(n):
        xs = ag.own([])
        for i in ag.for_(ag.call(range)(n), ()):
            xs.append(i)
        return xs

    assert stage(f, 3)(3) == [0, 1, 2]


def test_comprehension_over_a_range(agrees):
    def f(n):
        k = 2
        ys = ag.listed([ag.put(i * k) for i in ag.each(ag.call(range)(n)) if ag.where(i != 1) if ag.where(i < 5)])
        return ag.call(len)(ys), ag.call(sum)(ys)

    agrees(f, (3,), (0,), (9,))


def test_comprehension_over_python_with_a_tensor_condition(agrees):
    def f(x):
        ys = ag.listed([ag.put(i * x) for i in ag.each([1, 2, 3]) if ag.where(i > x)])
        return ag.call(len)(ys), ag.call(sum)(ys)

    agrees(f, (2,), (0,), (5,))


def test_a_dict_changes_in_arms(agrees):
    def f(x):
        d = ag.own({"a": 1, "b": 2})
        for then in ag.if_(x > 0, ()):
            if then:
                ag.items(d)["a"] += x
            else:
                ag.items(d)["b"] = x
        return d["a"], d["b"]

    agrees(f, (3,), (-3,))


def test_a_second_name_for_a_dict_that_one_arm_rebinds_is_refused(stage):
    def f(x):
        d = ag.own({"k": x})
        for then in ag.if_(x > 0, ("d",)):
            if then:
                d = ag.own({"k": 5})
        ag.items(d)["k"] = 7
        return d["k"]

    with pytest.raises(StagingError, match="'d'"):
        stage(f, 3)


def test_a_tensor_is_no_dict_key(stage):
    def f(x):
        d = ag.own({})
        ag.items(d)[x] = 1
        return x

    with pytest.raises(TypeError, match="unhashable.*dict key"):
        stage(f, 3)


def test_a_loop_over_a_tensor_that_assigns_its_items_is_refused():
    @autograph.function
    def f(v):
        for x in v:
            v[0] = x
        return v

    with pytest.raises(StagingError, match="a loop over the tensor 'v' assigns to its items"):
        f(rt.constant([1, 2]))


def test_items_of_a_tensor_are_assigned(agrees):
    def f(t, n):
        for i in ag.for_(ag.call(range)(n), ("t",)):
            ag.items(t)[i] = i * i
        return t

    def plain(t, n):
        return [i * i if i < n else x for i, x in enumerate(t)]

    def both(t, n):
        return f(t, n) if not isinstance(t, list) else plain(t, n)

    agrees(both, ([5, 5, 5, 5], 3), ([1, 2, 3, 4], 0))


def test_a_staged_loop_that_changes_its_own_list_is_refused(stage):
    def f(n):
        xs = ag.own([])
        for i in ag.for_(ag.call(range)(n), ()):
            xs.append(i)
        for x in ag.for_(xs, ()):
            for then in ag.if_(x == 1, ()):
                if then:
                    xs.append(x)
        return ag.call(len)(xs)

    with pytest.raises(StagingError, match="changes that list"):
        stage(f, 3)


def test_a_python_loop_that_changes_its_own_list_is_refused(stage):
    def f(n):
        xs = ag.own([1, 2, 3])
        for x in ag.for_(xs, ()):
            for then in ag.if_(x == n, ()):
                if then:
                    xs.append(x)
        return ag.call(len)(xs)

    with pytest.raises(StagingError, match="changes that list"):
        stage(f, 3)


def test_a_python_loop_sees_what_it_appends(agrees):
    def f(x):
        xs = ag.own([x, 1])
        total = 0
        for v in ag.for_(xs, ("total",)):
            total = total + v
            if len(xs) < 4:
                xs.append(total)
        return total, ag.call(len)(xs)

    agrees(f, (3,))


def test_a_worklist_is_a_while_loop(agrees):
    def f(n):
        xs, i = ag.own([n]), 0
        loop = ag.while_(("i",))
        while loop.turn(i < ag.call(len)(xs)):
            x = xs[i]
            i += 1
            for then in ag.if_(x > 1, ()):
                if then:
                    xs.append(x // 2)
        return ag.call(len)(xs)

    agrees(f, (8,), (1,), (100,))


@pytest.mark.parametrize("best", [max, min], ids=["max", "min"])
def test_the_best_of_a_list_of_tuples_is_refused_in_the_users_line(best):
    def function(xs):
        pairs = []
        for x in xs:
            if x > 0:
                pairs.append((x, 2 * x))
        return best(pairs)

    with pytest.raises(StagingError, match="whose items are tuples") as caught:
        autograph.function(function)(rt.constant([3, -1, 2]))
    assert "best(pairs)" in str(caught.value)
