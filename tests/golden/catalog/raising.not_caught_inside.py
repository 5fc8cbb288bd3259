import autograph as ag


@case((5,), (1,))
def not_caught_inside(n):
    t = 0
    if then := ag.when(n < 3):
        try:
            ag.call(refuse)(n)
        except (KeyError, IndexError):
            t = 5
        finally:
            t += 1
        ag.end_if(then, ('t',))
    return n + t
