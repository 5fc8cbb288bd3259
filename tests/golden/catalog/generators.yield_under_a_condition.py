import autograph as ag


@case((2,), error="a generator yields inside of a block that a tensor decides")
def yield_under_a_condition(n):
    def some():
        for i in ag.for_(ag.yields(range(3)), ()):
            if ag.yields(i < n):
                yield i

    return ag.call(sum)([*ag.call(some)()])
