import autograph as ag


@case((5,), (0,))
def a_side_that_would_fail(n):
    def inverse(v):
        if then := ag.when(v == 0):
            with ag.raising:
                raise ValueError("no inverse")
            ag.end_if(then, ())
        return 1.0 / v

    return ag.if_exp(ag.given(n != 0) and ag.then([ag.call(inverse)(n)]) or [0.0])
