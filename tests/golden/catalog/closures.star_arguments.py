import autograph as ag


@case((5,), (-5,))
def star_arguments(x):
    def total(*values, **named):
        s = 0
        for v in ag.for_(values, ('s',)):
            s += v
        if then := ag.when(s > 0):
            s += named["extra"]
            ag.end_if(then, ('s',))
        return s

    return ag.call(total)(x, 1, 2, extra=10)
