import autograph as ag


@case((3,), (0,))
def rebound_on_one_path(n):
    p = ag.call(Pair)(1, 2)
    for then in ag.if_(n > 2, ('p',)):
        if then:
            p = ag.call(Pair)(n, 1)
    return p.x, p.y
