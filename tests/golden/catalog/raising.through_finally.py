import autograph as ag


@case((5,), (1,))
def through_finally(n):
    t = 0
    if then := ag.when(n < 3):
        try:
            with ag.raising:
                raise ValueError("x")
        finally:
            t = 1
        ag.end_if(then, ('t',))
    return n + t
