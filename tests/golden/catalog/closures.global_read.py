import autograph as ag


@case((3,), (-3,))
def global_read(x):
    for then in ag.if_(x > 0, ('x',)):
        if then:
            x = x * SCALE
    return x
