import autograph as ag


@case((4, 3), (0, 3))
def nested_ranges(n, m):
    total = 0
    for i in ag.for_(ag.call(range)(n), ('total',)):
        for j in ag.for_(ag.call(range)(m), ('total',)):
            total += i * j
    return total
