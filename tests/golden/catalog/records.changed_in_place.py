import autograph as ag


@case((3,), (0,))
def changed_in_place(n):
    p = ag.call(Pair)(0, 1.0)
    for i in ag.for_(ag.call(range)(n), ()):
        ag.store(p).x += i
    ag.store(p).y = 5
    return p.x, p.y
