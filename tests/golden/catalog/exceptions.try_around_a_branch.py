import autograph as ag


@case((3,), (-3,))
def try_around_a_branch(x):
    depth = ag.depth()
    try:
        for then in ag.if_(x > 0, ('y',)):
            if then:
                y = x
            else:
                y = -x
    except ValueError:
        ag.caught(depth)
        y = 0
    return y
