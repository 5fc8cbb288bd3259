import autograph as ag


@case((3,), error="Pair.x' is assigned after a staged block that merged this Pair")
def changed_after_a_merge(n):
    p = ag.call(Pair)(0, 1.0)
    if then := ag.when(n > 2):
        p = ag.call(Pair)(1, 2.0)
        ag.end_if(then, ('p',))
    ag.store(p).x = 7
    return p.x, p.y
