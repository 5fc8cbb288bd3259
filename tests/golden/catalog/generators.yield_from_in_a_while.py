import autograph as ag


@case((2,), error="a generator yields inside of a block that a tensor decides")
def yield_from_in_a_while(n):
    def some():
        k = n
        loop = ag.while_(('k',))
        while loop.turn(ag.yields(k > 0)):
            k -= 1
            yield from (1, 2)

    xs = ag.own([1])
    xs += ag.call(some)()
    return ag.call(len)(xs)
