"""The control flow pass: what drives each statement, and which names it is given."""

from tests.passes.running import lower, text


def test_an_if_runs_once_for_each_turn():
    before = """
        def f(x):
            if x > 0:
                y = x
            else:
                y = -x
            return y
    """
    after = """
        def f(x):
            for then in ag.if_(x > 0, ('y',)):
                if then:
                    y = x
                else:
                    y = -x
            return y
    """
    assert lower(before, "control_flow") == text(after)


def test_tests_of_a_chain_stay_side_by_side():
    before = """
        def f(x, k):
            if x > 9:
                y = 2
            elif isinstance(k, str):
                y = 3
            elif x > 0 or not k:
                y = 1
            elif callable(k):
                y = 4
            return y
    """
    after = """
        def f(x, k):
            for arm, test in ag.once or ag.arms(('y',)):
                if arm <= 1 and test(x > 9):
                    y = 2
                elif arm <= 2 and isinstance(k, str):
                    y = 3
                elif arm <= 2 and test(ag.either(x > 0) or not k):
                    y = 1
                elif callable(k):
                    y = 4
            return y
    """
    assert lower(before, "control_flow") == text(after)


def test_a_chain_that_begins_in_plain_python():
    before = """
        def f(x, k):
            if isinstance(k, str):
                return 3
            elif x > 0:
                return 1
            if x > -9:
                return 2
            return 4
    """
    after = """
        def f(x, k):
            if isinstance(k, str):
                return 3
            else:
                for arm, test in ag.once or ag.arms(('return_value',)):
                    if arm <= 1 and test(x > 0):
                        return_value = 1
                    elif arm <= 2 and test(x > -9):
                        return_value = 2
                    else:
                        return_value = 4
            return return_value
    """
    assert lower(before, "control_flow") == text(after)


def test_a_chain_keeps_what_later_tests_and_arms_read():
    before = """
        def f(x, t, u):
            if x > 9:
                t = u = 0
            elif (v := t) > 0:
                y = v
            else:
                u = 5
            return u
    """
    after = """
        def f(x, t, u):
            for arm, test in ag.once or ag.arms(('t', 'u')):
                if arm <= 1 and test(x > 9):
                    t = u = 0
                elif arm <= 2 and test((v := t) > 0):
                    y = v
                else:
                    u = 5
            return u
    """
    assert lower(before, "control_flow") == text(after)


def test_only_what_is_held_to_the_end_of_a_block_needs_a_name_of_its_own():
    before = """
        def f(x, then):
            if x > 0:
                if x > 1:
                    x = 1
                if x > 2:
                    x = 2
                else:
                    x = 3
            if x > 3:
                x = 4
            return x
    """
    after = """
        def f(x, then):
            if then_2 := ag.when(x > 0):
                if then_3 := ag.when(x > 1):
                    x = 1
                    ag.end_if(then_3, ('x',))
                for then_3 in ag.if_(x > 2, ('x',)):
                    if then_3:
                        x = 2
                    else:
                        x = 3
                ag.end_if(then_2, ('x',))
            if then_2 := ag.when(x > 3):
                x = 4
                ag.end_if(then_2, ('x',))
            return x
    """
    assert lower(before, "control_flow") == text(after)


def test_names_of_chains_avoid_those_of_the_user():
    before = """
        def f(arm, test):
            if arm:
                x = 1
            elif test:
                x = 2
            else:
                x = 3
            return x
    """
    after = """
        def f(arm, test):
            for arm_2, test_2 in ag.once or ag.arms(('x',)):
                if arm_2 <= 1 and test_2(arm):
                    x = 1
                elif arm_2 <= 2 and test_2(test):
                    x = 2
                else:
                    x = 3
            return x
    """
    assert lower(before, "control_flow") == text(after)


def test_a_negation_is_left_to_the_if():
    before = """
        def f(x, y):
            if not x:
                y = 0
            if x is not None:
                y = 1
            return y
    """
    after = """
        def f(x, y):
            if then := ag.unless(x):
                y = 0
                ag.end_if(then, ('y',))
            if then := ag.unless(x is None):
                y = 1
                ag.end_if(then, ('y',))
            return y
    """
    assert lower(before, "control_flow") == text(after)


def test_a_name_that_nobody_reads_later_is_not_kept():
    before = """
        def f(x):
            if x > 0:
                y = x
                z = y
            return z
    """
    after = """
        def f(x):
            if then := ag.when(x > 0):
                y = x
                z = y
                ag.end_if(then, ('z',))
            return z
    """
    assert lower(before, "control_flow") == text(after)


def test_a_name_that_the_second_arm_reads_is_put_back():
    before = """
        def f(x, t):
            if x > 0:
                t = t * 2
                y = t
            else:
                y = t
            return y
    """
    after = """
        def f(x, t):
            for then in ag.if_(x > 0, ('t', 'y')):
                if then:
                    t = t * 2
                    y = t
                else:
                    y = t
            return y
    """
    assert lower(before, "control_flow") == text(after)


def test_a_negated_if_puts_back_what_its_body_reads():
    before = """
        def f(x, t):
            if not x:
                y = t
            else:
                t = t * 2
                y = t
            return y
    """
    after = """
        def f(x, t):
            for then in ag.if_(x, ('t', 'y')):
                if not then:
                    y = t
                else:
                    t = t * 2
                    y = t
            return y
    """
    assert lower(before, "control_flow") == text(after)


def test_a_while_has_a_loop_that_is_asked_each_turn():
    before = """
        def f(x):
            while x > 1:
                t = x
                x = t / 2
            return x
    """
    after = """
        def f(x):
            loop = ag.while_(('x',))
            while loop.turn(x > 1):
                t = x
                x = t / 2
            return x
    """
    assert lower(before, "control_flow") == text(after)


def test_a_for_without_jumps_takes_no_line():
    before = """
        def f(xs):
            total = 0
            for x in xs:
                total += x
            return total
    """
    after = """
        def f(xs):
            total = 0
            for x in ag.for_(xs, ('total',)):
                total += x
            return total
    """
    assert lower(before, "control_flow") == text(after)


def test_a_target_that_is_read_later_is_kept():
    before = """
        def f(xs):
            for x in xs:
                pass
            return x
    """
    after = """
        def f(xs):
            for x in ag.for_(xs, ('x',)):
                pass
            return x
    """
    assert lower(before, "control_flow") == text(after)


def test_a_loop_with_jumps_is_asked_before_it_leaves():
    before = """
        def f(xs):
            for x in xs:
                if x < 0:
                    break
            while xs:
                if g(xs):
                    return xs
    """
    after = """
        def f(xs):
            did_return, return_value = False, None
            did_break = False
            loop = ag.loop(('did_break',), until=('did_break',))
            for x in loop.over(xs):
                if then := ag.when(x < 0):
                    did_break = True
                    ag.end_if(then, ('did_break',))
                if loop.leaves(did_break):
                    break
            loop = ag.while_(('did_return', 'return_value'), until=('did_return',))
            while loop.turn(xs):
                if then := ag.when(g(xs)):
                    did_return, return_value = True, xs
                    ag.end_if(then, ('did_return', 'return_value'))
                if loop.leaves(did_return):
                    return return_value
            return return_value
    """
    assert lower(before, "control_flow") == text(after)


def test_inner_loops_have_names_of_their_own():
    before = """
        def f(xss):
            for xs in xss:
                for x in xs:
                    if x:
                        break
                if xs:
                    break
            while xss:
                xss = g(xss)
    """
    after = """
        def f(xss):
            did_break = False
            loop = ag.loop(('did_break',), until=('did_break',))
            for xs in loop.over(xss):
                did_break_2 = False
                loop_2 = ag.loop(('did_break_2',), until=('did_break_2',))
                for x in loop_2.over(xs):
                    if then := ag.when(x):
                        did_break_2 = True
                        ag.end_if(then, ('did_break_2',))
                    if loop_2.leaves(did_break_2):
                        break
                if then := ag.when(xs):
                    did_break = True
                    ag.end_if(then, ('did_break',))
                if loop.leaves(did_break):
                    break
            loop = ag.while_(('xss',))
            while loop.turn(xss):
                xss = g(xss)
    """
    assert lower(before, "control_flow") == text(after)


def test_a_name_that_inner_functions_use_is_always_kept():
    before = """
        def f(x):
            k = 0
            get = lambda: k
            if x > 0:
                k = 1
            return get
    """
    after = """
        def f(x):
            k = 0
            get = lambda: k
            if then := ag.when(x > 0):
                k = 1
                ag.end_if(then, ('k',))
            return get
    """
    assert lower(before, "control_flow") == text(after)


def test_a_name_that_an_item_is_assigned_to_is_kept():
    before = """
        def f(x, i):
            if i > 0:
                x[i] = 1
            return x
    """
    after = """
        def f(x, i):
            if then := ag.when(i > 0):
                x[i] = 1
                ag.end_if(then, ('x',))
            return x
    """
    assert lower(before, "control_flow") == text(after)


def test_a_raise_under_a_condition_belongs_to_its_arm():
    before = """
        def f(x):
            if x < 0:
                raise ValueError(x)
            if isinstance(x, str):
                raise TypeError(x)
            return x
    """
    after = """
        def f(x):
            if then := ag.when(x < 0):
                with ag.raising:
                    raise ValueError(x)
                ag.end_if(then, ())
            if isinstance(x, str):
                raise TypeError(x)
            return x
    """
    assert lower(before, "control_flow") == text(after)


def test_handlers_are_told_how_deep_the_traces_were():
    before = """
        def f(x):
            try:
                if x > 0:
                    x = g(x)
            except KeyError:
                x = 0
            try:
                x = g(x)
            except KeyError:
                x = 0
            return x
    """
    after = """
        def f(x):
            depth = ag.depth()
            try:
                if then := ag.when(x > 0):
                    x = g(x)
                    ag.end_if(then, ('x',))
            except KeyError:
                ag.caught(depth)
                x = 0
            try:
                x = g(x)
            except KeyError:
                x = 0
            return x
    """
    assert lower(before, "control_flow") == text(after)


def test_shared_variables_are_announced():
    before = """
        def f(x):
            n = 0
            def add(k):
                nonlocal n
                global total
                n = total = n + k
            add(x)
            return n
    """
    after = """
        def f(x):
            ag.born_cell(lambda: n)
            n = 0
            def add(k):
                nonlocal n
                global total
                ag.touch_cell(lambda: n)
                ag.touch_global(globals(), 'total')
                n = total = n + k
            add(x)
            return n
    """
    assert lower(before, "control_flow") == text(after)


def test_private_names_are_spelled_as_the_run_knows_them():
    before = """
        class A:
            def f(self, __x):
                if self.ready:
                    __x = 1
                return __x
    """
    after = """
        def f(self, __x):
            if then := ag.when(self.ready):
                __x = 1
                ag.end_if(then, ('_A__x',))
            return __x
    """
    assert lower(before, "control_flow") == text(after)


def test_blocks_that_cpython_would_not_nest_are_opened_one_by_one():
    before = """
        def f(x):
            with a, b, c, d, e, g, h, i, j, k:
                with a, b, c, d, e, g, h, i, j:
                    if x > 0:
                        x = 1
                    else:
                        x = 2
            return x
    """
    after = """
        def f(x):
            with a, b, c, d, e, g, h, i, j, k:
                with a, b, c, d, e, g, h, i, j:
                    if then := ag.when(x > 0):
                        x = 1
                        then = ag.otherwise(then, ('x',))
                    if not then:
                        x = 2
                        ag.end_if(then, ('x',))
            return x
    """
    assert lower(before, "control_flow") == text(after)


def test_blocks_that_yield_ask_that_no_tensor_decides_them():
    before = """
        def f(xs, x):
            for y in xs:
                if y > x:
                    yield y
            while x:
                x = yield from g(x)
            if x > 1:
                x = (lambda: (yield))()
    """
    after = """
        def f(xs, x):
            for y in ag.for_(ag.yields(xs), ()):
                if ag.yields(y > x):
                    yield y
            loop = ag.while_(('x',))
            while loop.turn(ag.yields(x)):
                x = yield from g(x)
            if then := ag.when(x > 1):
                x = (lambda: (yield))()
                ag.end_if(then, ())
    """
    assert lower(before, "control_flow") == text(after)
