import autograph as ag


@case((2,), (9,))
def while_else_and_continue(x):
    n = 0
    did_break = False
    loop = ag.while_(('did_break', 'n', 'x'), until=('did_break',))
    while loop.turn(n < 5):
        n += 1
        for arm, test in ag.once or ag.arms(('did_break', 'x')):
            if arm <= 1 and test(n == x):
                did_break = True
            elif arm <= 2 and test(ag.not_(n % 2 == 1)):
                x += 1
        if loop.leaves(did_break):
            break
    if then := ag.unless(did_break):
        n = n + 50
        ag.end_if(then, ('n',))
    return n, x
