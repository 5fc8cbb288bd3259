import autograph as ag


@case((5,), (1,))
def branches_between_yields(n):
    def steps(a):
        for i in ag.for_(ag.yields(range(3)), ()):
            for then in ag.if_(a > 2, ('w',)):
                if then:
                    w = a
                else:
                    w = -a
            yield w + i

    return ag.call(sum)(ag.call(steps)(n)), [*ag.call(steps)(n)][0]
