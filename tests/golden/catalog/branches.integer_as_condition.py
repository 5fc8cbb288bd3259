import autograph as ag


@case((5,), (0,))
def integer_as_condition(x):
    y = 1
    for then in ag.if_(x, ('y',)):
        if then:
            y = 2
    return y
