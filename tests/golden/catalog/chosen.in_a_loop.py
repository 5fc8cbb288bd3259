import autograph as ag


@case((0,), (1,))
def in_a_loop(n):
    total = 0
    weights = (1, 10, 100)
    for i in ag.for_(ag.call(range)(n + 2), ('total',)):
        total += ag.item(weights, i) * i
    return total
