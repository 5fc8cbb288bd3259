import autograph as ag


@case((4, 3), (0, 3), (4, 0))
def nested_whiles(n, m):
    total = 0
    loop = ag.while_(('n', 'total'))
    while loop.turn(n > 0):
        k = m
        loop_2 = ag.while_(('k', 'total'))
        while loop_2.turn(k > 0):
            total += n * k
            k -= 1
        n -= 1
    return total
