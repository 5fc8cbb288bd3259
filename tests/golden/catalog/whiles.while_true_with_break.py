import autograph as ag


@case((10,), (3,))
def while_true_with_break(n):
    i = 0
    did_break = False
    loop = ag.while_(('did_break', 'i'), until=('did_break',))
    while loop.turn(True):
        i += 2
        if then := ag.when(i >= n):
            did_break = True
            ag.end_if(then, ('did_break',))
        if loop.leaves(did_break):
            break
    return i
