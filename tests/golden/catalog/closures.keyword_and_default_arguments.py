import autograph as ag


@case((5,), (-5,))
def keyword_and_default_arguments(x):
    def shift(v, *, by=2, sign=1):
        for then in ag.if_(v > 0, ('v',)):
            if then:
                v = v + by * sign
        return v

    return ag.call(shift)(x), ag.call(shift)(x, sign=-1), ag.call(shift)(v=x, by=5)
