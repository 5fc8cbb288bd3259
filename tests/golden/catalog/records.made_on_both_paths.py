import autograph as ag


@case((3,), (0,))
def made_on_both_paths(n):
    for then in ag.if_(n > 2, ('p',)):
        if then:
            p = ag.call(Pair)(n, 1)
        else:
            p = ag.call(Pair)(2, 2)
    return ag.if_exp(ag.given(n > 1) and ag.then([p.x]) or [p.y])
