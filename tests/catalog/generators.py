"""Generators: plain Python as loop sources; a block that yields is never staged."""

from tests.catalog import case


@case((5,), (1,))
def branches_between_yields(n):
    def steps(a):
        for i in range(3):
            if a > 2:
                w = a
            else:
                w = -a
            yield w + i

    return sum(steps(n)), [*steps(n)][0]


@case((5,), (1,))
def python_conditions_around_yields(n):
    def some(k):
        i = 0
        while i < k:
            if i != 1:
                yield i + n
            i += 1
        yield from (n, k)

    total = 0
    for v in some(3):
        total += v
    first, *others = some(2)
    return total, first, others[0]


@case((2,), error="a generator yields inside of a block that a tensor decides")
def yield_under_a_condition(n):
    def some():
        for i in range(3):
            if i < n:
                yield i

    return sum([*some()])


@case((2,), error="a generator yields inside of a block that a tensor decides")
def yield_in_a_loop(n):
    def some():
        for i in range(n):
            yield i

    return max(*some(), 7)


@case((2,), error="a generator yields inside of a block that a tensor decides")
def yield_from_in_a_while(n):
    def some():
        k = n
        while k > 0:
            k -= 1
            yield from (1, 2)

    xs = [1]
    xs += some()
    return len(xs)


@case((2,), error="a generator yields inside of a block that a tensor decides")
def yield_after_a_return_that_a_tensor_decides(n):
    def some():
        yield 1
        if n > 1:
            return
        yield 2

    return len(list(some()))


@case((2,), (5,))
def yields_in_sides_that_python_chooses(n):
    def some(flag):
        a = (yield n) if flag else n
        b = flag or (yield -n)
        assert flag is not None, (yield 0)
        yield a is None, b is None

    return [*some(True)], [*some(False)]


@case((2,), error="a generator yields inside of a block that a tensor decides")
def yield_in_a_side(n):
    def some():
        x = (yield n) if n > 1 else n
        yield x

    return [*some()]


@case((2,), error="a generator yields inside of a block that a tensor decides")
def yield_in_an_operand(n):
    def some():
        yield n > 1 and (yield n)

    return len([*some()])


@case((2,), error="a generator yields inside of a block that a tensor decides")
def yield_in_the_message_of_an_assertion(n):
    def some():
        assert n > 1, (yield n)
        yield n

    return len([*some()])
