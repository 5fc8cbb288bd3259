import autograph as ag


@case((4,), (20,))
def break_in_while_true(n):
    i = 1
    did_break = False
    loop = ag.while_(('did_break', 'i'), until=('did_break',))
    while loop.turn(True):
        for then in ag.if_(i >= n, ('did_break', 'i')):
            if then:
                did_break = True
            else:
                i *= 2
        if loop.leaves(did_break):
            break
    return i
