import autograph as ag


@case((2,), (9,))
def while_else_and_continue(x):
    n = 0
    did_break = False
    loop = ag.while_(('did_break', 'n', 'x'), until=('did_break',))
    while loop.turn(n < 5):
        n += 1
        for then in ag.if_(n == x, ('did_break', 'x')):
            if then:
                did_break = True
            else:
                for then in ag.if_(n % 2 == 1, ('x',)):
                    if not then:
                        x += 1
        if loop.leaves(did_break):
            break
    for then in ag.if_(did_break, ('n',)):
        if not then:
            n = n + 50
    return n, x
