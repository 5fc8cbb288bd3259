import autograph as ag


@case((5,), error="would be caught by an `except` around it")
def caught_around(n):
    depth = ag.depth()
    try:
        if then := ag.when(n < 3):
            with ag.raising:
                raise ValueError("x")
            ag.end_if(then, ())
        r = 1
    except (KeyError, Exception):
        ag.caught(depth)
        r = 2
    return r
