import autograph as ag


@case((3,), (-3,))
def if_else(x):
    for then in ag.if_(x > 0, ('y',)):
        if then:
            y = x
        else:
            y = -x
    return y
