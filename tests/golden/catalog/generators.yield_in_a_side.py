import autograph as ag


@case((2,), error="a generator yields inside of a block that a tensor decides")
def yield_in_a_side(n):
    def some():
        x = ag.if_exp(ag.given(ag.yields(n > 1)) and ag.then([(yield n)]) or [n])
        yield x

    return [*ag.call(some)()]
