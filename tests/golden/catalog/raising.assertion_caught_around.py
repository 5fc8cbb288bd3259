import autograph as ag


@case((5,), error="AssertionError of this block would be caught by an `except` around it")
def assertion_caught_around(n):
    try:
        ag.assert_(n > 2) or ag.fail("small")
    except AssertionError:
        n = 2
    return n
