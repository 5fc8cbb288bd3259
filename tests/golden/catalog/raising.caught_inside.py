import autograph as ag


@case((5,), (1,))
def caught_inside(n):
    t = 0
    for then in ag.if_(n < 3, ('t',)):
        if then:
            try:
                ag.call(refuse)(n)
            except ValueError:
                t = 5
            else:
                t = 6
    return n + t
