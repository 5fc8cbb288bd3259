import autograph as ag


@case((3,), (-2,))
def assert_in_a_branch(x):
    for then in ag.if_(x > 0, ('x',)):
        if then:
            ag.assert_(x > 1) or ag.fail("small")
            x = x + 1
    return x
