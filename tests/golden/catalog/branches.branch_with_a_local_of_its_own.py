import autograph as ag


@case((3,), (-3,))
def branch_with_a_local_of_its_own(x):
    for then in ag.if_(x > 0, ('x',)):
        if then:
            half = x * 2
            x = half + 1
    return x
