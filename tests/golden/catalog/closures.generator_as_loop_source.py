import autograph as ag


@case((3,), (0,))
def generator_as_loop_source(x):
    def numbers():
        for k in ag.for_(ag.yields(range(3)), ()):
            yield k

    total = 0
    for k in ag.for_(ag.call(numbers)(), ('total',)):
        for then in ag.if_(k > x, ('total',)):
            if then:
                total += k
            else:
                total -= 1
    return total
