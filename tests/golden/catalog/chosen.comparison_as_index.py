import autograph as ag


@case((1,), (-1,))
def comparison_as_index(x):
    return ag.item([10, 20], x > 0)
