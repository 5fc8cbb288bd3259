import autograph as ag


@case((5,), error="would be caught by an `except` around it")
def caught_around(n):
    depth = ag.depth()
    try:
        for then in ag.if_(n < 3, ()):
            if then:
                with ag.raising:
                    raise ValueError("x")
        r = 1
    except (KeyError, Exception):
        ag.caught(depth)
        r = 2
    return r
