import autograph as ag


@case((5,), (1,))
def python_conditions_around_yields(n):
    def some(k):
        i = 0
        loop = ag.while_(('i',))
        while loop.turn(ag.yields(i < k)):
            if ag.yields(i != 1):
                yield i + n
            i += 1
        yield from (n, k)

    total = 0
    for v in ag.for_(ag.call(some)(3), ('total',)):
        total += v
    first, *others = ag.call(some)(2)
    return total, first, others[0]
