import autograph as ag


@case((3,))
def no_return_value(x):
    for then in ag.if_(x > 0, ()):
        if then:
            x = x + 1
