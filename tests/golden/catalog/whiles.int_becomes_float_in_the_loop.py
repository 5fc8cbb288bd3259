import autograph as ag


@case((3,), (0,))
def int_becomes_float_in_the_loop(n):
    total = 0
    loop = ag.while_(('n', 'total'))
    while loop.turn(n > 0):
        total += n * 0.5
        n -= 1
    return total
