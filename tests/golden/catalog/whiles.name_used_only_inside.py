import autograph as ag


@case((3,), (0,))
def name_used_only_inside(n):
    total = 0
    loop = ag.while_(('n', 'total'))
    while loop.turn(n > 0):
        square = n * n
        total += square
        n -= 1
    return total
