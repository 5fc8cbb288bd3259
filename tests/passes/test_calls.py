"""The calls pass: what is called is decided when the call runs."""

from tests.passes.running import lower, text


def test_a_function_and_a_method_are_asked_for():
    before = """
        def f(self, x):
            return g(x), self.step(x), super().step(x)
    """
    after = """
        def f(self, x):
            return ag.call(g)(x), ag.on(self).step(x), ag.on(super()).step(x)
    """
    assert lower(before, "calls") == text(after)


def test_modules_of_this_project_are_left_alone():
    before = """
        import runtime as rt
        def f(x):
            return rt.reduce_sum(x), rt.math.log(x)
    """
    after = """
        def f(x):
            return rt.reduce_sum(x), rt.math.log(x)
    """
    assert lower(before, "calls") == text(after)


def test_a_local_variable_hides_a_module():
    before = """
        import runtime as rt
        def f(rt):
            return rt.reduce_sum(rt)
    """
    after = """
        def f(rt):
            return ag.on(rt).reduce_sum(rt)
    """
    assert lower(before, "calls") == text(after)


def test_builtins_that_look_at_python_objects_are_left_alone():
    before = """
        def f(x):
            return type(x), hasattr(x, "y"), callable(x), range(3), range(x), len(x)
    """
    after = """
        def f(x):
            return type(x), hasattr(x, 'y'), callable(x), range(3), ag.call(range)(x), ag.call(len)(x)
    """
    assert lower(before, "calls") == text(after)


def test_the_class_of_a_raised_exception_is_left_alone():
    before = """
        def f(x):
            if x is f:
                raise errors.BadError(g(x)) from cause(x)
            raise make_error(x)
    """
    after = """
        def f(x):
            if x is f:
                raise errors.BadError(ag.call(g)(x)) from ag.call(cause)(x)
            raise ag.call(make_error)(x)
    """
    assert lower(before, "calls") == text(after)


def test_methods_of_lists_that_the_function_made_are_left_alone():
    before = """
        def f(xs):
            out, d = [], {}
            out.append(g(xs))
            xs.append(1)
            d.update(xs)
            return out
    """
    after = """
        def f(xs):
            out, d = [], {}
            out.append(ag.call(g)(xs))
            ag.on(xs).append(1)
            ag.on(d).update(xs)
            return out
    """
    assert lower(before, "calls") == text(after)


def test_texts_are_filled_in_when_they_are_made():
    before = """
        def f(x):
            print(f"{x!r} and {x:>{w}}!", "done")
            return f"{x}", f"{1} {'a'!r:>{x}}", "%d of %s" % (x, 3), "%d" % 1
    """
    after = """
        def f(x):
            ag.call(print)(ag.text(ag.converted_field(x, 'r'), ' and ', ag.field(x, f'>{w}'), '!'), 'done')
            return ag.text(ag.field(x)), f'{1} {"a"!r:>{x}}', ag.percent('%d of %s', (x, 3)), '%d' % 1
    """
    assert lower(before, "calls") == text(after)


def test_a_generator_expression_that_is_used_up_at_once_may_run_over_a_tensor():
    before = """
        def f(xs):
            a = sum(x for x in xs if x)
            b = "".join(x for x in xs)
            return a, b, g(x for x in xs), sum(x for x in (1, 2))
    """
    after = """
        def f(xs):
            a = ag.call(sum)(ag.lazy(x for x in ag.each(xs) if ag.where(x)))
            b = ag.on('').join(ag.lazy(x for x in ag.each(xs)))
            return a, b, ag.call(g)(x for x in xs), ag.call(sum)(ag.lazy(x for x in ag.each((1, 2))))
    """
    assert lower(before, "calls") == text(after)


def test_decorators_and_annotations_are_left_alone():
    before = """
        def f(x):
            @register("name")
            def g(a: kind(x) = default(x)) -> kind(x):
                return a
            class A(base(x)):
                y = h(x)
            return g
    """
    after = """
        def f(x):
            @register('name')
            def g(a: kind(x) = ag.call(default)(x)) -> kind(x):
                return a
            class A(base(x)):
                y = h(x)
            return g
    """
    assert lower(before, "calls") == text(after)


def test_methods_of_texts_that_take_no_values_are_left_alone():
    before = """
        def f(xs):
            return ", ".join(xs), "{}".format(xs), "a b".split(xs), (lambda x: x)(xs)
    """
    after = """
        def f(xs):
            return ag.on(', ').join(xs), ag.on('{}').format(xs), 'a b'.split(xs), (lambda x: x)(xs)
    """
    assert lower(before, "calls") == text(after)
