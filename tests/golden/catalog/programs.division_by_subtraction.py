import autograph as ag


@case((10, 3), (7, 7))
def division_by_subtraction(a, b):
    quotient = 0
    loop = ag.while_(('a', 'quotient'))
    while loop.turn(a >= b):
        a -= b
        quotient += 1
    return quotient, a
