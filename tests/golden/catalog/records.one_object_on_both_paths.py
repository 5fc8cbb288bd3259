import autograph as ag


@case((3,), (0,))
def one_object_on_both_paths(n):
    q, p = ag.call(Pair)(n, 4), ag.call(Pair)(0, 0)
    for then in ag.if_(n > 2, ('p',)):
        if then:
            p = q
        else:
            p = q
    ag.store(q).x = 11
    return p.x, p.y
