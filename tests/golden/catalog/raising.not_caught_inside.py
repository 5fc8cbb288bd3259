import autograph as ag


@case((5,), (1,))
def not_caught_inside(n):
    t = 0
    for then in ag.if_(n < 3, ('t',)):
        if then:
            try:
                ag.call(refuse)(n)
            except (KeyError, IndexError):
                t = 5
            finally:
                t += 1
    return n + t
