import autograph as ag


@case((5,), (1,))
def through_finally(n):
    t = 0
    for then in ag.if_(n < 3, ('t',)):
        if then:
            try:
                with ag.raising:
                    raise ValueError("x")
            finally:
                t = 1
    return n + t
