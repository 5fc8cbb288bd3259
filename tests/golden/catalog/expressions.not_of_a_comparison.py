import autograph as ag


@case((3,), (-3,))
def not_of_a_comparison(x):
    y = 0
    for then in ag.if_(x > 0, ('y',)):
        if not then:
            y = 1
    return y
