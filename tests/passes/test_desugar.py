"""The desugar pass: `match`, and long chains of `elif`."""

from tests.passes.running import lower, text


def test_a_match_on_types_and_structure_stays():
    before = """
        def f(x):
            match x:
                case Point(a, b):
                    return a
                case [first, *rest]:
                    return first
                case _:
                    return None
    """
    after = """
        def f(x):
            match x:
                case Point(a, b):
                    return a
                case [first, *rest]:
                    return first
                case _:
                    return None
    """
    assert lower(before, "desugar") == text(after)


def test_values_become_comparisons():
    before = """
        def f(x):
            match x:
                case 0:
                    y = 1
                case 1 | 2:
                    y = 2
                case None:
                    y = 3
                case _:
                    y = 4
            return y
    """
    after = """
        def f(x):
            if x == 0:
                y = 1
            elif x == 1 or x == 2:
                y = 2
            elif x is None:
                y = 3
            else:
                y = 4
            return y
    """
    assert lower(before, "desugar") == text(after)


def test_a_subject_that_is_more_than_a_name_is_evaluated_once():
    before = """
        def f(x):
            match g(x):
                case 0:
                    return 1
                case 1:
                    return 2
    """
    after = """
        def f(x):
            subject = g(x)
            if subject == 0:
                return 1
            elif subject == 1:
                return 2
    """
    assert lower(before, "desugar") == text(after)


def test_a_capture_with_a_guard_binds_before_it_asks():
    before = """
        def f(x):
            match x:
                case n if n > 0:
                    return n
                case _:
                    return 0
    """
    after = """
        def f(x):
            n = x
            if n > 0:
                return n
            else:
                return 0
    """
    assert lower(before, "desugar") == text(after)


def test_a_value_with_a_name_and_a_guard_decides_in_two_steps():
    before = """
        def f(x):
            match x:
                case 1 | 2 as n if n > y:
                    return n
    """
    after = """
        def f(x):
            did_match = x == 1 or x == 2
            if did_match:
                n = x
                did_match = n > y
            if did_match:
                return n
    """
    assert lower(before, "desugar") == text(after)


def test_a_guard_on_structure_is_asked_by_the_case():
    before = """
        def f(p):
            match p:
                case (a, b) if a > b:
                    return a
    """
    after = """
        def f(p):
            match p:
                case [a, b]:
                    did_match = a > b
                case _:
                    did_match = False
            if did_match:
                return a
    """
    assert lower(before, "desugar") == text(after)


def test_a_value_inside_a_structure_is_compared_after_it():
    before = """
        def f(p):
            match p:
                case (a, 0):
                    return a
                case {"k": 1, **rest}:
                    return rest
    """
    after = """
        def f(p):
            match p:
                case [item, item_2]:
                    did_match = item_2 == 0
                case _:
                    did_match = False
            if did_match:
                a = item
                return a
            else:
                match p:
                    case {'k': item_4, **item_3}:
                        did_match = item_4 == 1
                    case _:
                        did_match = False
                if did_match:
                    rest = item_3
                    return rest
    """
    assert lower(before, "desugar") == text(after)


def test_structure_behind_a_value_waits_for_its_comparison():
    before = """
        def f(p):
            match p:
                case (0, Point(x=a), 1):
                    return a
    """
    after = """
        def f(p):
            match p:
                case [item, item_2, item_3]:
                    did_match = item == 0
                case _:
                    did_match = False
            if did_match:
                match item_2:
                    case Point(x=item_4):
                        did_match = True
                    case _:
                        did_match = False
            if did_match:
                did_match = item_3 == 1
            if did_match:
                a = item_4
                return a
    """
    assert lower(before, "desugar") == text(after)


def test_alternatives_with_structure_are_tried_one_by_one():
    before = """
        def f(p):
            match p:
                case [1, x] | [x, 2]:
                    return x
    """
    after = """
        def f(p):
            match p:
                case [item, item_2]:
                    did_match = item == 1
                case _:
                    did_match = False
            if did_match:
                item_3 = item_2
            if not did_match:
                match p:
                    case [item_4, item_5]:
                        did_match = item_5 == 2
                    case _:
                        did_match = False
                if did_match:
                    item_3 = item_4
            if did_match:
                x = item_3
                return x
    """
    assert lower(before, "desugar") == text(after)


def test_types_before_values_stay_in_front():
    before = """
        def f(x):
            match x:
                case str():
                    return 1
                case 0:
                    return 2
                case _:
                    return 3
    """
    after = """
        def f(x):
            match x:
                case str():
                    return 1
                case _:
                    if x == 0:
                        return 2
                    else:
                        return 3
    """
    assert lower(before, "desugar") == text(after)


def test_a_long_chain_goes_on_beside_its_first_tests():
    before = """
        def f(x):
            if x == 0:
                y = 0
            elif x == 1:
                y = 1
            elif x == 2:
                y = 2
            elif x == 3:
                y = 3
            elif x == 4:
                y = 4
            elif x == 5:
                y = 5
            elif x == 6:
                y = 6
            elif x == 7:
                y = 7
            elif x == 8:
                y = 8
            else:
                y = 9
            return y
    """
    after = """
        def f(x):
            did_match = True
            if x == 0:
                y = 0
            elif x == 1:
                y = 1
            elif x == 2:
                y = 2
            elif x == 3:
                y = 3
            elif x == 4:
                y = 4
            elif x == 5:
                y = 5
            elif x == 6:
                y = 6
            elif x == 7:
                y = 7
            else:
                did_match = False
            if not did_match:
                if x == 8:
                    y = 8
                else:
                    y = 9
            return y
    """
    assert lower(before, "desugar") == text(after)
