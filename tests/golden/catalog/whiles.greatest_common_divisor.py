import autograph as ag


@case((12, 18), (7, 13), (5, 0))
def greatest_common_divisor(a, b):
    loop = ag.while_(('a', 'b'))
    while loop.turn(b > 0):
        a, b = b, a % b
    return a
