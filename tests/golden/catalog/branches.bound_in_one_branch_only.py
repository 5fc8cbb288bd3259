import autograph as ag


@case((3,), error="must also be initialized in the else branch|not assign")
def bound_in_one_branch_only(x):
    for then in ag.if_(x > 0, ('y',)):
        if then:
            y = x
    return y
