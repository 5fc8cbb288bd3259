import autograph as ag


@case((2.0, 10), (0.5, 3), (2.0, 0))
def power_by_squaring(base, n):
    result = 1.0
    loop = ag.while_(('base', 'n', 'result'))
    while loop.turn(n > 0):
        for then in ag.if_(n % 2 == 1, ('result',)):
            if then:
                result = result * base
        base = base * base
        n = n // 2
    return result
