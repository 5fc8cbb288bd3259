import autograph as ag


@case((5,), (-5,))
def star_arguments(x):
    def total(*values, **named):
        s = 0
        for v in ag.for_(values, ('s',)):
            s += v
        for then in ag.if_(s > 0, ('s',)):
            if then:
                s += named["extra"]
        return s

    return ag.call(total)(x, 1, 2, extra=10)
