import autograph as ag


@case((2,), error="a generator yields inside of a block that a tensor decides")
def yield_after_a_return_that_a_tensor_decides(n):
    def some():
        yield 1
        if not ag.yields(n > 1):
            yield 2

    return ag.call(len)(ag.call(list)(ag.call(some)()))
