import autograph as ag


@case((5,), (1,))
def caught_inside(n):
    t = 0
    if then := ag.when(n < 3):
        try:
            ag.call(refuse)(n)
        except ValueError:
            t = 5
        else:
            t = 6
        ag.end_if(then, ('t',))
    return n + t
