import autograph as ag


@case((10,), (3,))
def while_true_with_break(n):
    i = 0
    did_break = False
    loop = ag.while_(('did_break', 'i'), until=('did_break',))
    while loop.turn(True):
        i += 2
        for then in ag.if_(i >= n, ('did_break',)):
            if then:
                did_break = True
        if loop.leaves(did_break):
            break
    return i
