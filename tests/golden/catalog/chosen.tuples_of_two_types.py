import autograph as ag


@case((0,), (1,))
def tuples_of_two_types(i):
    return ag.item(((1, 2.5), (3, 4.5)), i)
