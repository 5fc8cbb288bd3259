import autograph as ag


@case((5,), (1,))
def in_a_ternary(n):
    m = 0
    for then in ag.if_(n > 2, ('m', 'y')):
        if then:
            y = (m := n * 2)
        else:
            y = (0)
    return y, m
