"""The collections pass: changes that assign no name are announced."""

from tests.passes.running import lower, text


def test_attributes_that_are_assigned_or_deleted():
    before = """
        def f(self, x):
            self.n = x
            self.n += 1
            self.a.b, y = x
            del self.n
            return self.n
    """
    after = """
        def f(self, x):
            ag.store(self).n = x
            ag.store(self).n += 1
            ag.store(self.a).b, y = x
            del ag.store(self).n
            return self.n
    """
    assert lower(before, "collections") == text(after)


def test_private_attributes_are_spelled_as_the_run_knows_them():
    before = """
        class A:
            def f(self, x):
                self.__n = x
    """
    after = """
        def f(self, x):
            ag.store(self).__n = x
    """
    assert lower(before, "collections") == text(after)


def test_items_that_are_assigned_or_deleted():
    before = """
        def f(x, i, table):
            x[i] = 1
            x[i] += 2
            table.rows[i] = 3
            del x[1:2, ...]
            return x[i]
    """
    after = """
        def f(x, i, table):
            ag.items(x, 'x')[i] = 1
            ag.items(x, 'x')[i] += 2
            ag.items(table.rows)[i] = 3
            del ag.items(x, 'x')[1:2, ...]
            return x[i]
    """
    assert lower(before, "collections") == text(after)


def test_items_of_lists_that_the_function_made_need_nothing():
    before = """
        def f(i):
            xs, d = [1, 2], {}
            xs[i] = 3
            d[i] = 4
            if i > 0:
                d[i] = 5
            return xs
    """
    after = """
        def f(i):
            xs, d = ag.own([1, 2]), ag.own({})
            xs[i] = 3
            d[i] = 4
            for then in ag.if_(i > 0, ()):
                if then:
                    ag.items(d, 'd')[i] = 5
            return xs
    """
    assert lower(before, "collections") == text(after)


def test_lists_that_are_changed_are_owned():
    before = """
        def f(x):
            xs = [x]
            xs.append(x)
            ys = [x, x]
            return max(ys), xs
    """
    after = """
        def f(x):
            xs = ag.own([x])
            xs.append(x)
            ys = [x, x]
            return ag.call(max)(ys), xs
    """
    assert lower(before, "collections") == text(after)


def test_empty_displays_are_made_to_be_filled():
    before = """
        def f(self, x):
            self.items = []
            g([])
            max([])
            return {}
    """
    after = """
        def f(self, x):
            ag.store(self).items = ag.own([])
            ag.call(g)(ag.own([]))
            ag.call(max)([])
            return ag.own({})
    """
    assert lower(before, "collections") == text(after)


def test_a_comprehension_that_is_kept_may_run_over_a_tensor():
    before = """
        def f(xs):
            ys = [x * x for x in xs if x > 0]
            return ys
    """
    after = """
        def f(xs):
            ys = ag.list_comp(xs, lambda x: x * x, lambda x: x > 0)
            return ys
    """
    assert lower(before, "collections") == text(after)


def test_a_comprehension_that_is_used_up_stays():
    before = """
        def f(xs):
            return max([x * x for x in xs]), sum([x for x in xs if x > 0])
    """
    after = """
        def f(xs):
            return ag.call(max)([x * x for x in xs]), ag.call(sum)(ag.list_comp(xs, lambda x: x, lambda x: x > 0))
    """
    assert lower(before, "collections") == text(after)


def test_a_comprehension_that_a_lambda_cannot_hold_stays():
    before = """
        def f(xs, ys):
            a = [x * y for x in xs for y in ys]
            b = [lambda: x for x in xs]
            c = [(z := x) for x in xs]
            d = [x for x in (1, 2)]
            e = [a + b for a, b in xs]
            return a, b, c, d, e
    """
    after = """
        def f(xs, ys):
            a = [x * y for x in xs for y in ys]
            b = [lambda: x for x in xs]
            c = [(z := x) for x in xs]
            d = [x for x in (1, 2)]
            e = [a + b for a, b in xs]
            return a, b, c, d, e
    """
    assert lower(before, "collections") == text(after)


def test_deleting_what_a_staged_construct_writes_is_a_use():
    before = """
        def f(x):
            if x > 0:
                y = x
                del x
            z = 1
            del z
            return y
    """
    after = """
        def f(x):
            for then in ag.if_(x > 0, ('y',)):
                if then:
                    y = x
                    ag.use(x, 'x')
                    del x
            z = 1
            del z
            return y
    """
    assert lower(before, "collections") == text(after)
