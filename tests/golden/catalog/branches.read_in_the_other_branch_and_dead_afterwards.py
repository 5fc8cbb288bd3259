import autograph as ag


@case((3,), (-1,))
def read_in_the_other_branch_and_dead_afterwards(x):
    t = x + 1
    for then in ag.if_(x > 0, ('t', 'y')):
        if then:
            t = t * 2
            y = t
        else:
            y = t
    return y
