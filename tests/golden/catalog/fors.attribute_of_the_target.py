import autograph as ag


@case((3,), (0,))
def attribute_of_the_target(n):
    pairs = 0
    for i in ag.for_(ag.call(range)(n), ('pairs',)):
        a, b = i, i + 1
        pairs += a * b
    return pairs
