import autograph as ag


@case((3,), (-3,))
def pass_in_a_branch(x):
    for then in ag.if_(x > 0, ('x',)):
        if then:
            pass
        else:
            x = -x
    return x
