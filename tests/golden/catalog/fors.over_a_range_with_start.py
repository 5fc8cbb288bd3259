import autograph as ag


@case((2, 9), (4, 4))
def over_a_range_with_start(start, stop):
    total = 0
    for i in ag.for_(ag.call(range)(start, stop), ('total',)):
        total += i
    return total
