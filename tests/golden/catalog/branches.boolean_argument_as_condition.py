import autograph as ag


@case((True, 3), (False, 3))
def boolean_argument_as_condition(flag, x):
    for then in ag.if_(flag, ('x',)):
        if then:
            x = x + 1
    return x
