import autograph as ag


@case((3,), (0,))
def rebound_in_a_loop(n):
    p = ag.call(Pair)(0, 1.0)
    for i in ag.for_(ag.call(range)(n), ('p',)):
        p = ag.call(Pair)(p.x + i, p.y * 2)
        ag.store(p).y += 1
    return p.x, p.y
