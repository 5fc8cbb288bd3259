import autograph as ag


@case((0,), (2,))
def list_and_tuple(i):
    xs = [5, 6, 7]
    return ag.item(xs, i), ag.item((1, 2, 3), i), ag.item(xs, -1 - i)
