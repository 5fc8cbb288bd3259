import autograph as ag


@case((9, 2), (3, 3))
def over_a_falling_range(start, stop):
    total, last = 0, -1
    for i in ag.for_(ag.call(range)(start, stop, -2), ('last', 'total')):
        total += i
        last = i
    return total, last
