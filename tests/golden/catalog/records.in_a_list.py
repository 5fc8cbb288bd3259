import autograph as ag


@case((3,), (0,))
def in_a_list(n):
    pairs = ag.own([ag.call(Pair)(1, 2), ag.call(Pair)(3, 4)])
    if then := ag.when(n > 2):
        pairs[0] = ag.call(Pair)(n, n)
        ag.end_if(then, ('pairs',))
    return pairs[0].x, pairs[1].y
