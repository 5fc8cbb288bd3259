import autograph as ag


@case((3,), (0,))
def nested(n):
    p = ag.call(Pair)(ag.call(Pair)(0, 1), (2, 3))
    for i in ag.for_(ag.call(range)(n), ('p',)):
        p = ag.call(Pair)(ag.call(Pair)(p.x.x + i, p.x.y), (p.y[0], p.y[1] + i))
    return p.x.x, p.x.y, p.y
