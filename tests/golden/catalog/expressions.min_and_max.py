import autograph as ag


@case((3, 5), (5, 3))
def min_and_max(x, y):
    return ag.call(min)(x, y), ag.call(max)(x, y), ag.call(max)(x, 4)
