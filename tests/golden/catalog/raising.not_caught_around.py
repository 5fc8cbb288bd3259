import autograph as ag


@case((5,), (1,))
def not_caught_around(n):
    depth = ag.depth()
    try:
        for then in ag.if_(n < 3, ()):
            if then:
                with ag.raising:
                    raise ValueError("x")
        r = n
    except KeyError:
        ag.caught(depth)
        r = 2
    return r
