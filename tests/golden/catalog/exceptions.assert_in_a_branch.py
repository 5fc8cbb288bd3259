import autograph as ag


@case((3,), (-2,))
def assert_in_a_branch(x):
    if then := ag.when(x > 0):
        ag.assert_(x > 1) or ag.fail("small")
        x = x + 1
        ag.end_if(then, ('x',))
    return x
