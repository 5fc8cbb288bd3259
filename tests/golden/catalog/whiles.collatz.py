import autograph as ag


@case((6,), (27,), (1,))
def collatz(n):
    steps = 0
    loop = ag.while_(('n', 'steps'))
    while loop.turn(n != 1):
        for then in ag.if_(n % 2 == 0, ('n',)):
            if then:
                n = n // 2
            else:
                n = 3 * n + 1
        steps += 1
    return steps
