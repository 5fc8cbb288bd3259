import autograph as ag


@case((3,), (0,))
def try_inside_a_loop(n):
    total = 0
    for i in ag.for_(ag.call(range)(n), ('total',)):
        try:
            total += i
        finally:
            total += 1
    return total
