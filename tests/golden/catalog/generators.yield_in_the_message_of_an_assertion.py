import autograph as ag


@case((2,), error="a generator yields inside of a block that a tensor decides")
def yield_in_the_message_of_an_assertion(n):
    def some():
        ag.assert_(ag.yields(n > 1)) or ag.fail((yield n))
        yield n

    return ag.call(len)([*ag.call(some)()])
