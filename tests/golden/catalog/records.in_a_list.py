import autograph as ag


@case((3,), (0,))
def in_a_list(n):
    pairs = ag.own([ag.call(Pair)(1, 2), ag.call(Pair)(3, 4)])
    for then in ag.if_(n > 2, ('pairs',)):
        if then:
            pairs[0] = ag.call(Pair)(n, n)
    return pairs[0].x, pairs[1].y
