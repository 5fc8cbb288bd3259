import autograph as ag


@case((3,), (0,))
def for_else_without_break(n):
    total = 0
    for i in ag.for_(ag.call(range)(n), ('total',)):
        total += i
    else:
        total += 100
    return total
