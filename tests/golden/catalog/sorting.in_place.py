import autograph as ag


@case((3, 1, 2), (1, 5, -2))
def in_place(a, b, c):
    xs = ag.own([a, b, c])
    xs.sort()
    ys = ag.own([c, b, a, 0])
    ys.sort(key=lambda y: -y)
    return xs[0], xs[2], ys[0], ys[3]
