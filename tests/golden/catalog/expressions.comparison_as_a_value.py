import autograph as ag


@case((3, 4), (4, 3))
def comparison_as_a_value(x, y):
    larger = x > y
    equal = x == y
    return larger, equal, ag.end(ag.or_(larger) or equal)
