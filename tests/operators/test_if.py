"""`if` on tensors."""

import collections

import pytest

import autograph.operators as ag
from autograph.errors import StagingError

Pair = collections.namedtuple("Pair", "low high")


def test_an_arm_assigns_a_variable(agrees):
    def f(x):
        for then in ag.if_(x > 0, ("y",)):
            if then:
                y = x * 2
            else:
                y = -x
        return y

    agrees(f, (3,), (-3,))


def test_an_if_without_else_keeps_the_entry_value(agrees):
    def f(x):
        y = x
        for then in ag.if_(x > 0, ("y",)):
            if then:
                y = x * 2
        return y

    agrees(f, (3,), (-3,))


def test_a_variable_that_dies_after_the_if_is_put_back_for_the_other_arm(agrees):
    def f(x):
        t = x + 1
        for then in ag.if_(x > 0, ("t", "y")):
            if then:
                t = t * 2
                y = t
            else:
                y = t
        return y

    agrees(f, (3,), (-1,))


def test_ifs_nest(agrees):
    def f(x):
        y = 0
        for then in ag.if_(x > 0, ("y",)):
            if then:
                for then in ag.if_(x > 10, ("y",)):
                    if then:
                        y = x
                    else:
                        y = x * 2
            else:
                for then in ag.if_(x < -10, ("y",)):
                    if then:
                        y = -1
        return y

    agrees(f, (3,), (30,), (-3,), (-30,))


def test_a_python_number_takes_the_dtype_of_the_other_arm(agrees):
    def f(x):
        y = 0
        for then in ag.if_(x > 0.0, ("y",)):
            if then:
                y = x
        return y

    agrees(f, (1.5,), (-1.5,))


def test_structures_merge_part_by_part(agrees):
    def f(x):
        p, d = Pair(x, 0), {"k": 1, "m": (x, 5)}
        for then in ag.if_(x > 0, ("d", "p")):
            if then:
                p = p._replace(high=x * 2)
                d = {"k": x, "m": (x + 1, 5)}
        return p, d["k"], d["m"]

    agrees(f, (2,), (-2,))


def test_what_both_arms_agree_on_stays_python(stage):
    seen = []

    def f(x):
        mode = "a"
        for then in ag.if_(x > 0, ("mode",)):
            if then:
                mode = "b"
            else:
                mode = "b"
        seen.append(mode)
        return x

    stage(f, 1)
    assert seen == ["b"]


def test_arms_may_disagree_about_what_nobody_reads(agrees):
    def f(x):
        extra = 0
        for then in ag.if_(x > 0, ("extra", "y")):
            if then:
                extra, y = x * 2, x
            else:
                extra, y = "nothing", -x
        return y

    agrees(f, (3,), (-3,))


def test_reading_what_arms_disagree_about_lists_everything(stage):
    def f(x):
        a, b = x, (x, x)
        for then in ag.if_(x > 0, ("a", "b")):
            if then:
                a, b = "text", (x,)
        return a

    with pytest.raises(StagingError) as caught:
        stage(f, 3.0)
    text = str(caught.value)
    assert "'a'" in text
    assert "'b'" in text
    assert "float32" in text
    assert "text" in text
    assert "nested structure" in text
    assert "test_if.py" in text
    assert "x > 0" in text
    assert "why:" in text
    assert "fix:" in text


def test_a_disagreement_names_the_lines_of_the_last_assignments(stage):
    def f(x):
        y = x
        for then in ag.if_(x > 0, ("y",)):
            if then:
                y = "first"
                y = "second"
            else:
                y = x + 1
        return y

    line = f.__code__.co_firstlineno
    with pytest.raises(StagingError) as caught:
        stage(f, 3)
    assert f"main branch (line {line + 5})" in str(caught.value)
    assert f"else branch (line {line + 7})" in str(caught.value)


def test_a_variable_missing_on_one_path_is_refused_where_the_block_reads_it(stage):
    def f(x):
        for then in ag.if_(x > 0, ("bonus",)):
            if then:
                bonus = x * 2
        return bonus + 1

    with pytest.raises(StagingError, match="'bonus'.*must also be initialized in the else branch"):
        stage(f, 3)


def test_an_unbound_variable_in_an_arm_that_does_not_run_is_no_error(agrees):
    def f(x):
        y = x
        del y
        for then in ag.if_(x > 100, ("x",)):
            if then:
                x = x + y  # noqa: F821
        return x

    agrees(f, (3,), (-1,))


def test_an_unbound_variable_in_an_arm_fails_when_the_arm_runs(stage):
    def f(x):
        y = x
        del y
        for then in ag.if_(x > 100, ("x",)):
            if then:
                x = x + y  # noqa: F821
        return x

    staged = stage(f, 3)
    with pytest.raises(Exception, match="'y' is used before assignment"):
        staged(101)


def test_a_bare_copy_of_an_unbound_variable_reads_it(stage):
    def f(x):
        y = x
        del y
        for then in ag.if_(x > 100, ("x",)):
            if then:
                x = y  # noqa: F821
        return x

    staged = stage(f, 3)
    assert staged(3) == 3
    with pytest.raises(Exception, match="'y' is used before assignment"):
        staged(101)


def test_delete_and_rebind_in_an_arm(agrees):
    def f(x):
        y = x
        for then in ag.if_(x > 0, ("y",)):
            if then:
                ag.use(y, "y")
                del y
                y = 5
        return y

    agrees(f, (3,), (-1,))


def test_none_on_one_path_is_a_question_of_the_run(agrees):
    def f(x):
        best = None
        for then in ag.if_(x > 0, ("best",)):
            if then:
                best = x
        for then in ag.if_(ag.is_none(best), ("return_value",)):
            if then:
                return_value = -1
            else:
                return_value = best * 2
        return return_value

    agrees(f, (5,), (0,), (-5,))


def test_a_walrus_in_the_test_belongs_to_the_block_around(agrees):
    def f(x):
        for then in ag.if_((x := x + 1) > 0, ("x",)):
            if then:
                x = x * 2
            else:
                x = x - 1
        return x

    agrees(f, (3,), (-1,), (-7,))


def test_a_number_counts_as_true_unless_it_is_zero(agrees):
    def f(n):
        for then in ag.if_(n, ("y",)):
            if then:
                y = 1
            else:
                y = 2
        return y

    agrees(f, (4,), (0,))


def test_a_vector_has_no_truth(stage):
    def f(x):
        for then in ag.if_(x > 0, ("x",)):
            if then:
                x = -x
        return x

    with pytest.raises(StagingError, match="ambiguous"):
        stage(f, [1, 2])


def test_closures_see_the_merged_variable(agrees):
    def f(x):
        y = 1
        get = lambda: y
        for then in ag.if_(x > 0, ("y",)):
            if then:
                y = x * 2
        return get()

    agrees(f, (3,), (-3,))


def test_a_local_of_an_arm_may_be_captured(agrees):
    def f(x):
        for then in ag.if_(x > 0, ("x",)):
            if then:
                doubled = x * 2
                get = lambda: doubled
                x = get() + 1
        return x

    agrees(f, (3,), (-1,))


def test_functions_made_in_arms_do_not_merge(stage):
    def f(x):
        for then in ag.if_(x > 0, ("act",)):
            if then:
                act = lambda v: v + 1
            else:
                act = lambda v: v * 2
        return ag.call(act)(x)

    with pytest.raises(StagingError, match="'act'.*function"):
        stage(f, 1)


def test_rank_may_differ(stage):
    def f(x):
        y = x
        for then in ag.if_(ag.call(sum)(x) > 0, ("y",)):
            if then:
                y = y[0]
        return y

    staged = stage(f, [1, 2])
    assert staged([1, 2]) == 1
    assert staged([-1, -2]) == [-1, -2]
