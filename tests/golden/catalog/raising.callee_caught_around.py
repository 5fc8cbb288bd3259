import autograph as ag


@case((5,), error="would be caught by an `except` around it")
def callee_caught_around(n):
    depth = ag.depth()
    try:
        for then in ag.if_(n < 3, ()):
            if then:
                ag.call(refuse)(n)
    except ValueError:
        ag.caught(depth)
        n = 2
    return n
