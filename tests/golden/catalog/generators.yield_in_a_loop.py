import autograph as ag


@case((2,), error="a generator yields inside of a block that a tensor decides")
def yield_in_a_loop(n):
    def some():
        for i in ag.for_(ag.yields(ag.call(range)(n)), ()):
            yield i

    return ag.call(max)(*ag.call(some)(), 7)
