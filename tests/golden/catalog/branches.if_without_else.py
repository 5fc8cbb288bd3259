import autograph as ag


@case((3,), (-3,), (0,))
def if_without_else(x):
    y = x
    for then in ag.if_(x > 0, ('y',)):
        if then:
            y = y * 2
    return y
