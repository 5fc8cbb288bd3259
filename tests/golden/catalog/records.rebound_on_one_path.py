import autograph as ag


@case((3,), (0,))
def rebound_on_one_path(n):
    p = ag.call(Pair)(1, 2)
    if then := ag.when(n > 2):
        p = ag.call(Pair)(n, 1)
        ag.end_if(then, ('p',))
    return p.x, p.y
