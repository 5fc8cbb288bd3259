import autograph as ag


@case((3,), (0,))
def while_else_without_break(n):
    total = 0
    loop = ag.while_(('n', 'total'))
    while loop.turn(n > 0):
        total += n
        n -= 1
    else:
        total += 100
    return total
