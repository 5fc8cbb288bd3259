import autograph as ag


@case((100,), (0,))
def digits_sum(n):
    total = 0
    loop = ag.while_(('n', 'total'))
    while loop.turn(n > 0):
        total += n % 10
        n //= 10
    return total
