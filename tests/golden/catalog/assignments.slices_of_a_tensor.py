@case(([5, 6, 7],))
def slices_of_a_tensor(xs):
    return xs[0], xs[-1], xs[1:][0], xs[::-1][0], xs[:2][1]
