import autograph as ag


@case((10,), (1,), (0,))
def countdown(n):
    total = 0
    loop = ag.while_(('n', 'total'))
    while loop.turn(n > 0):
        total += n
        n -= 1
    return total
