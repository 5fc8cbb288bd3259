import autograph as ag


@case((3,), (-1,))
def unbound_in_a_branch_that_does_not_run(x):
    y = x
    del y
    for then in ag.if_(x > 100, ('x',)):
        if then:
            x = x + y
    return x
