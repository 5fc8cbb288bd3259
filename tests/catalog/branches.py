"""`if`, `elif`, `else`: what a branch may change."""

from collections import namedtuple

from tests.catalog import case

Pair = namedtuple("Pair", "low high")


@case((3,), (-3,), (0,))
def if_without_else(x):
    y = x
    if x > 0:
        y = y * 2
    return y


@case((3,), (-3,))
def if_else(x):
    if x > 0:
        y = x
    else:
        y = -x
    return y


@case((3,), (-3,), (0,))
def elif_chain(x):
    if x > 0:
        kind = 1
    elif x < 0:
        kind = -1
    else:
        kind = 0
    return kind


@case(*((n,) for n in range(-1, 12)))
def elif_chain_longer_than_the_block_limit(x):
    if x == 0:
        y = 10
    elif x == 1:
        y = 21
    elif x == 2:
        y = 32
    elif x == 3:
        y = 43
    elif x == 4:
        y = 54
    elif x == 5:
        y = 65
    elif x == 6:
        y = 76
    elif x == 7:
        y = 87
    elif x == 8:
        y = 98
    elif x == 9:
        y = 109
    else:
        y = x
    return y


@case((3, 4), (3, -4), (-3, 4), (-3, -4))
def nested_ifs(x, y):
    if x > 0:
        if y > 0:
            z = x + y
        else:
            z = x - y
    else:
        z = 0
        if y > 0:
            z = y
    return z


@case((3.0,), (-3.0,))
def two_names_in_each_branch(x):
    if x > 0:
        a, b = x, 2 * x
    else:
        b = 5.0
        a = x - b
    return a, b


@case((3,), (-3,))
def branch_with_a_local_of_its_own(x):
    if x > 0:
        half = x * 2
        x = half + 1
    return x


@case((3,), (-1,))
def read_in_the_other_branch_and_dead_afterwards(x):
    t = x + 1
    if x > 0:
        t = t * 2
        y = t
    else:
        y = t
    return y


@case((2,), (-2,))
def python_literal_takes_the_tensor_dtype(x):
    y = 0.5 * x
    if x > 0:
        y = 1
    return y


@case((5,), (0,))
def integer_as_condition(x):
    y = 1
    if x:
        y = 2
    return y


@case((2,), (-2,))
def structures_merge(x):
    pair, table = Pair(x, 0), {"k": 1, "m": (x, "same")}
    if x > 0:
        pair = pair._replace(high=x * 2)
        table["k"] = x
    return pair.high, table["k"], table["m"][0]


@case((5,), (0,), (-5,))
def none_in_one_branch(x):
    best = None
    if x > 0:
        best = x
    if best is None:
        return -1
    return best * 2


@case((1,), (-1,))
def python_state_stays_python_when_the_branches_agree(x):
    mode = "a"
    if x > 0:
        mode = "b"
        y = x
    else:
        mode = "b"
        y = -x
    if mode == "b":
        y = y + 100
    return y


@case((3,), (-3,))
def unused_disagreement_is_harmless(x):
    extra = 0
    if x > 0:
        extra = "text"
        y = x
    else:
        y = -x
    return y


@case((3.0,), (-3.0,), error=r"'a'.*'b'|a.*b")
def every_disagreement_is_listed(x):
    a, b = x, (x, x)
    if x > 0:
        a, b = "text", (x,)
    return a, b


@case((3,), error="must also be initialized in the else branch|not assign")
def bound_in_one_branch_only(x):
    if x > 0:
        y = x
    return y


@case((3,), (-3,))
def pass_in_a_branch(x):
    if x > 0:
        pass
    else:
        x = -x
    return x


@case((True, 3), (False, 3))
def boolean_argument_as_condition(flag, x):
    if flag:
        x = x + 1
    return x


@case((2, 3), (3, 2))
def swap_in_a_branch(a, b):
    if a > b:
        a, b = b, a
    return a, b


@case((3,), (-3,))
def python_condition_inside_a_tensor_condition(x):
    verbose = True
    if x > 0:
        if verbose:
            x = x + 10
        else:
            x = x - 10
    return x


@case((4,), (3,), (-4,))
def conditions_in_a_row(x):
    n = 0
    if x > 0:
        n += 1
    if x % 2 == 0:
        n += 10
    if x < 0:
        n += 100
    return n


@case((20,), (3,), (-1,))
def ifs_nested_deeper_than_python_nests_loops(x):
    y = 0
    if x > 0:
        if x > 1:
            if x > 2:
                if x > 3:
                    if x > 4:
                        if x > 5:
                            if x > 6:
                                if x > 7:
                                    if x > 8:
                                        if x > 9:
                                            if x > 10:
                                                if x > 11:
                                                    if x > 12:
                                                        if x > 13:
                                                            if x > 14:
                                                                if x > 15:
                                                                    if x > 16:
                                                                        if x > 17:
                                                                            if x > 18:
                                                                                if x > 19:
                                                                                    y = x
                                                                                else:
                                                                                    y = -x
    return y


@case((3,), (0,))
def a_variable_that_only_the_next_test_reads(x):
    y, z = 0, 7
    if not x:
        y = 5
        z = y
    elif y == 5:
        z = 1
    return z


@case((3,), (0,), (-1,))
def a_variable_that_only_a_later_arm_reads(x):
    y, z = 0, 7
    if not x > 0:
        y = 5
        z = x
    elif not (y := y + 1) > x:
        z = y
    else:
        y += 1
        z = y * 2
    return z
