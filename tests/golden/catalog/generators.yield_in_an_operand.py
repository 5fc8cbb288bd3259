import autograph as ag


@case((2,), error="a generator yields inside of a block that a tensor decides")
def yield_in_an_operand(n):
    def some():
        yield ag.end(ag.and_(ag.yields(n > 1)) and (yield n))

    return ag.call(len)([*ag.call(some)()])
