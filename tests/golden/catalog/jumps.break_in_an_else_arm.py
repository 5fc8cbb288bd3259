import autograph as ag


@case((4,), (9,))
def break_in_an_else_arm(n):
    i = 0
    did_break = False
    loop = ag.while_(('did_break', 'i'), until=('did_break',))
    while loop.turn(i < 20):
        for then in ag.if_(i < n, ('did_break', 'i')):
            if then:
                i += 3
            else:
                did_break = True
        if loop.leaves(did_break):
            break
    return i
