import autograph as ag


@case((2.0, 10), (0.5, 3), (2.0, 0))
def power_by_squaring(base, n):
    result = 1.0
    loop = ag.while_(('base', 'n', 'result'))
    while loop.turn(n > 0):
        if then := ag.when(n % 2 == 1):
            result = result * base
            ag.end_if(then, ('result',))
        base = base * base
        n = n // 2
    return result
