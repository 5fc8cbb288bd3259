"""The jumps pass: what a tensor may decide becomes a flag, all else stays."""

from tests.passes.running import lower, text


def test_returns_in_both_arms_leave_one_return():
    before = """
        def f(x):
            if x > 0:
                return x
            else:
                return -x
    """
    after = """
        def f(x):
            if x > 0:
                return_value = x
            else:
                return_value = -x
            return return_value
    """
    assert lower(before, "jumps") == text(after)


def test_an_early_return_sinks_the_rest_into_the_other_arm():
    before = """
        def f(x):
            if x > 0:
                return x
            y = x * 2
            return y
    """
    after = """
        def f(x):
            if x > 0:
                return_value = x
            else:
                y = x * 2
                return_value = y
            return return_value
    """
    assert lower(before, "jumps") == text(after)


def test_falling_off_the_end_returns_none():
    before = """
        def f(x):
            if x > 0:
                return x
    """
    after = """
        def f(x):
            return_value = None
            if x > 0:
                return_value = x
            return return_value
    """
    assert lower(before, "jumps") == text(after)


def test_returns_without_a_value_need_no_variable():
    before = """
        def f(x):
            if x > 0:
                return
            print(x)
    """
    after = """
        def f(x):
            if not x > 0:
                print(x)
    """
    assert lower(before, "jumps") == text(after)


def test_a_return_that_no_tensor_decides_stays():
    before = """
        def f(x):
            if isinstance(x, str):
                return len(x)
            with lock:
                return x
    """
    after = """
        def f(x):
            if isinstance(x, str):
                return len(x)
            with lock:
                return x
    """
    assert lower(before, "jumps") == text(after)


def test_arms_that_leave_sometimes_need_a_flag():
    before = """
        def f(x):
            if x > 0:
                if x > 5:
                    return 5
                x = 0
            return x
    """
    after = """
        def f(x):
            did_return = False
            if x > 0:
                if x > 5:
                    did_return, return_value = True, 5
                else:
                    x = 0
            if not did_return:
                return_value = x
            return return_value
    """
    assert lower(before, "jumps") == text(after)


def test_a_continue_sinks_the_rest_of_the_turn():
    before = """
        def f(xs):
            for x in xs:
                if x < 0:
                    continue
                use(x)
    """
    after = """
        def f(xs):
            for x in xs:
                if not x < 0:
                    use(x)
    """
    assert lower(before, "jumps") == text(after)


def test_a_continue_that_cannot_sink_is_a_flag_of_the_turn():
    before = """
        def f(xs):
            for x in xs:
                if x < 0:
                    if x < -5:
                        continue
                    x = 0
                use(x)
    """
    after = """
        def f(xs):
            for x in xs:
                did_continue = False
                if x < 0:
                    if x < -5:
                        did_continue = True
                    else:
                        x = 0
                if not did_continue:
                    use(x)
    """
    assert lower(before, "jumps") == text(after)


def test_a_break_is_made_at_the_end_of_the_turn():
    before = """
        def f(xs):
            for x in xs:
                if x < 0:
                    break
                use(x)
            done()
    """
    after = """
        def f(xs):
            did_break = False
            for x in xs:
                if x < 0:
                    did_break = True
                else:
                    use(x)
                if did_break:
                    break
            done()
    """
    assert lower(before, "jumps") == text(after)


def test_the_else_of_a_loop_runs_if_no_break_was_made():
    before = """
        def f(xs):
            for x in xs:
                if x < 0:
                    break
            else:
                missing()
    """
    after = """
        def f(xs):
            did_break = False
            for x in xs:
                if x < 0:
                    did_break = True
                if did_break:
                    break
            if not did_break:
                missing()
    """
    assert lower(before, "jumps") == text(after)


def test_the_else_of_a_loop_without_breaks_stays():
    before = """
        def f(xs):
            while xs > 0:
                xs = g(xs)
            else:
                done()
    """
    after = """
        def f(xs):
            while xs > 0:
                xs = g(xs)
            else:
                done()
    """
    assert lower(before, "jumps") == text(after)


def test_a_return_in_a_loop_leaves_at_once_and_guards_the_rest():
    before = """
        def f(xs):
            for x in xs:
                if x > 0:
                    return x
            return 0
    """
    after = """
        def f(xs):
            did_return = False
            for x in xs:
                if x > 0:
                    did_return, return_value = True, x
                if did_return:
                    return return_value
            if not did_return:
                return_value = 0
            return return_value
    """
    assert lower(before, "jumps") == text(after)


def test_a_return_from_an_inner_loop_breaks_both():
    before = """
        def f(xss):
            for xs in xss:
                for x in xs:
                    if x > 0:
                        return x
                use(xs)
    """
    after = """
        def f(xss):
            did_return, return_value = False, None
            for xs in xss:
                for x in xs:
                    if x > 0:
                        did_return, return_value = True, x
                    if did_return:
                        break
                if not did_return:
                    use(xs)
                if did_return:
                    return return_value
            return return_value
    """
    assert lower(before, "jumps") == text(after)


def test_nested_loops_number_their_flags():
    before = """
        def f(xss):
            for xs in xss:
                for x in xs:
                    if x > 0:
                        break
                if xs:
                    break
    """
    after = """
        def f(xss):
            did_break = False
            for xs in xss:
                did_break_2 = False
                for x in xs:
                    if x > 0:
                        did_break_2 = True
                    if did_break_2:
                        break
                if xs:
                    did_break = True
                if did_break:
                    break
    """
    assert lower(before, "jumps") == text(after)


def test_loops_one_after_the_other_share_a_flag():
    before = """
        def f(xs):
            for x in xs:
                if x > 0:
                    break
            while xs:
                if g(xs):
                    break
    """
    after = """
        def f(xs):
            did_break = False
            for x in xs:
                if x > 0:
                    did_break = True
                if did_break:
                    break
            did_break = False
            while xs:
                if g(xs):
                    did_break = True
                if did_break:
                    break
    """
    assert lower(before, "jumps") == text(after)


def test_a_plain_break_in_a_loop_that_may_be_staged_is_a_flag():
    before = """
        def f(n):
            while n > 0:
                n = g(n)
                break
    """
    after = """
        def f(n):
            did_break = False
            while n > 0:
                n = g(n)
                did_break = True
                if did_break:
                    break
    """
    assert lower(before, "jumps") == text(after)


def test_a_loop_over_plain_python_keeps_its_break():
    before = """
        def f(x):
            for k in (1, 2, 3):
                if isinstance(x, str):
                    break
            while True:
                if callable(x):
                    break
    """
    after = """
        def f(x):
            for k in 1, 2, 3:
                if isinstance(x, str):
                    break
            while True:
                if callable(x):
                    break
    """
    assert lower(before, "jumps") == text(after)


def test_the_else_of_a_try_is_guarded():
    before = """
        def f(x):
            try:
                if x > 0:
                    return x
            except KeyError:
                x = 0
            else:
                x = 1
            return x
    """
    after = """
        def f(x):
            did_return = False
            try:
                if x > 0:
                    did_return, return_value = True, x
            except KeyError:
                x = 0
            else:
                if not did_return:
                    x = 1
            if not did_return:
                return_value = x
            return return_value
    """
    assert lower(before, "jumps") == text(after)


def test_a_jump_in_finally_stays():
    before = """
        def f(xs):
            for x in xs:
                try:
                    use(x)
                finally:
                    if x:
                        break
    """
    after = """
        def f(xs):
            for x in xs:
                try:
                    use(x)
                finally:
                    if x:
                        break
    """
    assert lower(before, "jumps") == text(after)


def test_handlers_take_back_a_flag_that_leaving_may_abandon():
    before = """
        def f(x):
            try:
                with lock:
                    if x > 0:
                        return 1
            except KeyError:
                x = 0
            return x
    """
    after = """
        def f(x):
            did_return = False
            try:
                with lock:
                    if x > 0:
                        did_return, return_value = True, 1
            except KeyError:
                did_return = False
                x = 0
            if not did_return:
                return_value = x
            return return_value
    """
    assert lower(before, "jumps") == text(after)


def test_a_with_that_may_swallow_has_flags_of_its_own():
    before = """
        def f(x):
            with suppress(KeyError):
                with lock:
                    if x > 0:
                        return 1
            return 0
    """
    after = """
        def f(x):
            did_return = False
            did_return_2 = False
            with suppress(KeyError):
                with lock:
                    if x > 0:
                        did_return_2, return_value = True, 1
                did_return = did_return_2
            if not did_return:
                return_value = 0
            return return_value
    """
    assert lower(before, "jumps") == text(after)


def test_code_after_a_jump_is_dropped():
    before = """
        def f(xs):
            for x in xs:
                if x > 0:
                    continue
                    use(x)
                break
                use(xs)
            return xs
            use(xs)
    """
    after = """
        def f(xs):
            did_break = False
            for x in xs:
                if not x > 0:
                    did_break = True
                if did_break:
                    break
            return xs
    """
    assert lower(before, "jumps") == text(after)


def test_dead_code_that_makes_a_generator_stays():
    before = """
        def f(x):
            return
            yield
    """
    after = """
        def f(x):
            return
            if False:
                yield
    """
    assert lower(before, "jumps") == text(after)


def test_many_early_returns_in_a_row_go_side_by_side():
    before = """
        def f(x):
            if x == 0:
                return 10
            if x == 1:
                return 11
            if x == 2:
                return 12
            if x == 3:
                return 13
            if x == 4:
                return 14
            if x == 5:
                return 15
            if x == 6:
                return 16
            if x == 7:
                return 17
            if x == 8:
                return 18
            return x
    """
    after = """
        def f(x):
            did_return = False
            if x == 0:
                did_return, return_value = True, 10
            elif x == 1:
                did_return, return_value = True, 11
            elif x == 2:
                did_return, return_value = True, 12
            elif x == 3:
                did_return, return_value = True, 13
            elif x == 4:
                did_return, return_value = True, 14
            elif x == 5:
                did_return, return_value = True, 15
            elif x == 6:
                did_return, return_value = True, 16
            elif x == 7:
                did_return, return_value = True, 17
            if not did_return:
                if x == 8:
                    return_value = 18
                else:
                    return_value = x
            return return_value
    """
    assert lower(before, "jumps") == text(after)


def test_names_of_the_user_are_avoided():
    before = """
        def f(did_break, did_return):
            for x in did_break:
                if x > 0:
                    break
                if x < 0:
                    return did_return
    """
    after = """
        def f(did_break, did_return):
            did_return_2, return_value = False, None
            did_break_2 = False
            for x in did_break:
                if x > 0:
                    did_break_2 = True
                elif x < 0:
                    did_return_2, return_value = True, did_return
                if did_break_2:
                    break
                if did_return_2:
                    return return_value
            return return_value
    """
    assert lower(before, "jumps") == text(after)
