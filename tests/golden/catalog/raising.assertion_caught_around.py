import autograph as ag


@case((5,), error="AssertionError of this block would be caught by an `except` around it")
def assertion_caught_around(n):
    depth = ag.depth()
    try:
        ag.assert_(n > 2) or ag.fail("small")
    except AssertionError:
        ag.caught(depth)
        n = 2
    return n
