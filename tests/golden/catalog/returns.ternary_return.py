import autograph as ag


@case((3,), (-3,))
def ternary_return(x):
    return ag.if_exp(ag.given(x > 0) and ag.then([x]) or [-x])
