import autograph as ag


@case(([3, 1, 2],), ([5, 5, -1],))
def rows_of_a_tensor(xs):
    up, down = ag.call(sorted)(xs), ag.call(sorted)(xs, reverse=True)
    return up[0], up[2], down[0], ag.call(len)(up)
