import autograph as ag


@case((2,), (9,))
def while_else(x):
    n = 0
    did_break = False
    loop = ag.while_(('did_break', 'n'), until=('did_break',))
    while loop.turn(n < 5):
        n += 1
        if then := ag.when(n == x):
            did_break = True
            ag.end_if(then, ('did_break',))
        if loop.leaves(did_break):
            break
    if then := ag.unless(did_break):
        n = n + 50
        ag.end_if(then, ('n',))
    return n
