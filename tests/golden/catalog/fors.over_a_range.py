import autograph as ag


@case((5,), (0,))
def over_a_range(n):
    total = 0
    for i in ag.for_(ag.call(range)(n), ('total',)):
        total += i * i
    return total
