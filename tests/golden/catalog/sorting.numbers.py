import autograph as ag


@case((3, 1, 2), (1, 5, -2), (4, 4, 4))
def numbers(a, b, c):
    low, middle, high = ag.call(sorted)([a, b, c])
    return low, middle, high
