import autograph as ag


@case((3,), error="Pair.x' is assigned after a staged block that merged this Pair")
def changed_after_a_merge(n):
    p = ag.call(Pair)(0, 1.0)
    for then in ag.if_(n > 2, ('p',)):
        if then:
            p = ag.call(Pair)(1, 2.0)
    ag.store(p).x = 7
    return p.x, p.y
