import autograph as ag


@case((5,), (-5,))
def keyword_and_default_arguments(x):
    def shift(v, *, by=2, sign=1):
        if then := ag.when(v > 0):
            v = v + by * sign
            ag.end_if(then, ('v',))
        return v

    return ag.call(shift)(x), ag.call(shift)(x, sign=-1), ag.call(shift)(v=x, by=5)
