"""The expressions pass: what a tensor may decide is asked lazily."""

from tests.passes.running import lower, text


def test_and_and_or_are_lazy():
    before = """
        def f(a, b, c):
            return a > 0 and (b > 0 or c > 0)
    """
    after = """
        def f(a, b, c):
            return ag.end(ag.and_(a > 0) and ag.end(ag.or_(b > 0) or c > 0))
    """
    assert lower(before, "expressions") == text(after)


def test_what_must_be_plain_python_keeps_its_operator():
    before = """
        def f(x, y):
            return isinstance(x, int) and x > 0, isinstance(x, int) and x > 0 and y
    """
    after = """
        def f(x, y):
            return isinstance(x, int) and x > 0, isinstance(x, int) and ag.end(ag.and_(x > 0) and y)
    """
    assert lower(before, "expressions") == text(after)


def test_not_and_the_ternary_are_calls():
    before = """
        def f(x, flag):
            return not x, x if x > 0 else -x, 1 if flag is x else 2
    """
    after = """
        def f(x, flag):
            return ag.not_(x), ag.if_exp(ag.given(x > 0) and ag.then([x]) or [-x]), 1 if flag is x else 2
    """
    assert lower(before, "expressions") == text(after)


def test_membership_and_none_are_questions():
    before = """
        def f(x, xs):
            return x in xs, x not in xs, x is None, x is not None, x is xs
    """
    after = """
        def f(x, xs):
            return ag.contains(xs, x), ag.not_in(x, xs), ag.is_none(x), ag.is_not_none(x), x is xs
    """
    assert lower(before, "expressions") == text(after)


def test_the_container_comes_first_only_where_nobody_can_tell():
    before = """
        def f(x, xs, k):
            get = lambda: k
            a = x in xs.items, x in (1, xs), 2 in xs.all()
            b = x in xs.all(), x.y in xs, k in xs, y in xs, x in (x := xs)
    """
    after = """
        def f(x, xs, k):
            get = lambda: k
            a = ag.contains(xs.items, x), ag.contains((1, xs), x), ag.contains(xs.all(), 2)
            b = ag.in_(x, xs.all()), ag.in_(x.y, xs), ag.in_(k, xs), ag.in_(y, xs), ag.in_(x, (x := xs))
    """
    assert lower(before, "expressions") == text(after)


def test_the_links_of_a_chain_are_lazy_and_its_middle_is_evaluated_once():
    before = """
        def f(a, b):
            return 0 < a < b, 0 < g(a) < b
    """
    after = """
        def f(a, b):
            return ag.end(ag.and_(0 < a) and a < b), ag.end(ag.and_(0 < (middle := g(a))) and middle < b)
    """
    assert lower(before, "expressions") == text(after)


def test_an_operand_with_a_walrus_names_what_it_assigns():
    before = """
        def f(a, b):
            return a and (c := b), (c := a) and b
    """
    after = """
        def f(a, b):
            return ag.end(ag.and_(ag.naming(a, ('c',))) and (c := b)), ag.end(ag.and_((c := a)) and b)
    """
    assert lower(before, "expressions") == text(after)


def test_an_operand_that_yields_asks_that_no_tensor_decides_it():
    before = """
        def f(a, b):
            x = a and (yield b), (yield a) and b, a or b or (c := (yield from b))
            assert a, (yield b)
            return a if b else (yield), a if (yield) else b, a if (lambda: (yield)) else b
    """
    after = """
        def f(a, b):
            x = ag.end(ag.and_(ag.yields(a)) and (yield b)), ag.end(ag.and_((yield a)) and b), ag.end(ag.or_(ag.naming(ag.yields(a), ('c',))) or ag.end(ag.or_(ag.naming(ag.yields(b), ('c',))) or (c := (yield from b))))
            ag.assert_(ag.yields(a)) or ag.fail((yield b))
            return ag.if_exp(ag.given(ag.yields(b)) and ag.then([a]) or [(yield)]), ag.if_exp(ag.given((yield)) and ag.then([a]) or [b]), a if (lambda: (yield)) else b
    """  # noqa: E501
    assert lower(before, "expressions") == text(after)


def test_an_operand_that_awaits_asks_that_no_tensor_decides_it():
    before = """
        async def f(a, b):
            return a and await b, (await a) and b, await a if b else await b
    """
    after = """
        async def f(a, b):
            return ag.end(ag.and_(ag.yields(a)) and await b), ag.end(ag.and_(await a) and b), ag.if_exp(ag.given(ag.yields(b)) and ag.then([await a]) or [await b])
    """  # noqa: E501
    assert lower(before, "expressions") == text(after)


def test_ternaries_in_a_row_are_one_call():
    before = """
        def f(a, b, c):
            x = 1 if a else 2 if b else 3
            y = 1 if a else (2 if isinstance(b, int) else 3 if c else 4)
            z = 1 if isinstance(a, int) else 2 if b else 3
            return (1 if a else 2) if (b if a else c) else 3
    """
    after = """
        def f(a, b, c):
            x = ag.if_exp(ag.given(a) and ag.then([1]) or ag.else_given(b) and ag.then([2]) or [3])
            y = ag.if_exp(ag.given(a) and ag.then([1]) or [2 if isinstance(b, int) else ag.if_exp(ag.given(c) and ag.then([3]) or [4])])
            z = 1 if isinstance(a, int) else ag.if_exp(ag.given(b) and ag.then([2]) or [3])
            return ag.if_exp(ag.given(ag.if_exp(ag.given(a) and ag.then([b]) or [c])) and ag.then([ag.if_exp(ag.given(a) and ag.then([1]) or [2])]) or [3])
    """  # noqa: E501
    assert lower(before, "expressions") == text(after)


def test_a_ternary_names_what_its_sides_assign():
    before = """
        def f(a, b):
            return (c := 1) if a else (d := 2) if (e := b) else 0, lambda: (g := 1) if a else 2
    """
    after = """
        def f(a, b):
            return ag.if_exp(ag.given(ag.naming(a, ('c', 'd', 'e'))) and ag.then([(c := 1)]) or ag.else_given(ag.naming((e := b), ('d',))) and ag.then([(d := 2)]) or [0]), lambda: ag.if_exp(ag.given(ag.naming(a, ('g',))) and ag.then([(g := 1)]) or [2])
    """  # noqa: E501
    assert lower(before, "expressions") == text(after)


def test_truth_is_asked_where_the_operand_stands():
    before = """
        def f(a, b, c):
            if a and b and c:
                return 1
            return not (a or b)
    """
    after = """
        def f(a, b, c):
            for then in ag.if_(ag.both(a) and ag.both(b) and c, ('return_value',)):
                if then:
                    return_value = 1
                else:
                    return_value = ag.not_(ag.end(ag.or_(ag.truth(a)) or b))
            return return_value
    """
    assert lower(before, "expressions") == text(after)


def test_super_stays_in_its_frame():
    before = """
        class A:
            def f(self, x):
                return super().f(x) if x else 0, super().g()
    """
    after = """
        def f(self, x):
            return ag.if_exp(ag.given(x) and ag.then([super().f(x)]) or [0]), super().g()
    """
    assert lower(before, "expressions") == text(after)


def test_an_assertion_evaluates_its_message_only_if_it_fails():
    before = """
        def f(x):
            assert x > 0, g(x)
            assert x
            assert x, (y := 1)
            assert isinstance(x, int)
    """
    after = """
        def f(x):
            ag.assert_(x > 0) or ag.fail(g(x))
            ag.assert_(x) or ag.fail()
            ag.assert_(ag.naming(x, ('y',))) or ag.fail((y := 1))
            assert isinstance(x, int)
    """
    assert lower(before, "expressions") == text(after)


def test_a_test_that_stays_native_asks_each_operand_once():
    before = """
        def f(xs, a, b):
            for x in xs:
                try:
                    g(x)
                finally:
                    if a and b:
                        break
    """
    after = """
        def f(xs, a, b):
            for x in xs:
                try:
                    g(x)
                finally:
                    if ag.end(ag.and_(ag.truth(a)) and b):
                        break
    """
    assert lower(before, "expressions") == text(after)
