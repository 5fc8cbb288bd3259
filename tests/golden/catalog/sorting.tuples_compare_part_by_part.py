import autograph as ag


@case((3, 1, 2), (1, 1, -2))
def tuples_compare_part_by_part(a, b, c):
    first, second, third = ag.call(sorted)([(a, c), (b, a), (a, b)])
    return first, second, third
