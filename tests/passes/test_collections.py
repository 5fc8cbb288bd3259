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
            ag.items(x)[i] = 1
            ag.items(x)[i] += 2
            ag.items(table.rows)[i] = 3
            del ag.items(x)[1:2, ...]
            return ag.item(x, i)
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
            if then := ag.when(i > 0):
                ag.items(d)[i] = 5
                ag.end_if(then, ())
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
            ys = ag.listed([ag.put(x * x) for x in ag.each(xs) if ag.where(x > 0)])
            return ys
    """
    assert lower(before, "collections") == text(after)


def test_a_comprehension_of_python_values_stays():
    before = """
        def f(xs):
            return [x for x in (1, 2)], [x for x in [3, 4] if isinstance(x, int)]
    """
    after = """
        def f(xs):
            return [x for x in (1, 2)], [x for x in [3, 4] if ag.call(isinstance)(x, int)]
    """
    assert lower(before, "collections") == text(after)


def test_every_other_comprehension_may_run_over_a_tensor():
    before = """
        def f(xs, ys):
            a = [x * y for x in xs for y in ys if x if y]
            b = [lambda: x for x in xs]
            c = [(z := x) for x in xs]
            d = [a + b for a, b in [(1, x)] if a < x]
            return a, b, c, d
    """
    after = """
        def f(xs, ys):
            a = ag.listed([ag.put(x * y) for x in ag.each(xs) for y in ag.nested(ys) if ag.where(x) if ag.where(y)])
            b = ag.listed([ag.put(lambda: x) for x in ag.each(xs)])
            c = ag.listed([ag.put((z := x)) for x in ag.each(ag.naming(xs, ('z',)))])
            d = ag.listed([ag.put(a + b) for a, b in ag.each([(1, x)]) if ag.where(a < x)])
            return a, b, c, d
    """
    assert lower(before, "collections") == text(after)


def test_other_generator_expressions_belong_to_the_block_that_makes_them():
    before = """
        def f(xs):
            return g(x for x in xs)
    """
    after = """
        def f(xs):
            return ag.call(g)(ag.own(x for x in xs))
    """
    assert lower(before, "collections") == text(after)


def test_comprehensions_that_wait_stay():
    before = """
        async def f(xs):
            return [await x for x in xs], [x async for x in xs]
    """
    assert lower(before, "collections") == text(before)


def test_items_that_are_read_may_be_chosen_by_a_tensor():
    before = """
        def f(xs, i):
            return xs[i], xs[0], xs[-1], xs["a"], xs[i:], xs[i, 0], xs[i - 1][i]
    """
    after = """
        def f(xs, i):
            return ag.item(xs, i), xs[0], xs[-1], xs['a'], xs[i:], xs[i, 0], ag.item(ag.item(xs, i - 1), i)
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
            if then := ag.when(x > 0):
                y = x
                ag.use(x, 'x')
                del x
                ag.end_if(then, ('y',))
            z = 1
            del z
            return y
    """
    assert lower(before, "collections") == text(after)


def test_loops_that_no_tensor_decides_are_counted_unless_they_yield():
    before = """
        def f(x, node):
            while True:
                while isinstance(node, list):
                    node = node[0]
                try:
                    x = next(node)
                except StopIteration:
                    break
            loop = x
            while True:
                yield loop
    """
    after = """
        def f(x, node):
            loop_3 = ag.while_()
            while loop_3.turn(True):
                loop_2 = ag.while_()
                while loop_2.turn(ag.call(isinstance)(node, list)):
                    node = node[0]
                try:
                    x = ag.call(next)(node)
                except StopIteration:
                    break
            loop = x
            while True:
                yield loop
    """
    assert lower(before, "collections") == text(after)
