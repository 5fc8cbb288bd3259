import autograph as ag


@case((5,), (1,))
def not_caught_around(n):
    depth = ag.depth()
    try:
        if then := ag.when(n < 3):
            with ag.raising:
                raise ValueError("x")
            ag.end_if(then, ())
        r = n
    except KeyError:
        ag.caught(depth)
        r = 2
    return r
