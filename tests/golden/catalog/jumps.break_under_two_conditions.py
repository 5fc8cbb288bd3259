import autograph as ag


@case((1,), (4,))
def break_under_two_conditions(n):
    i = 0
    did_break = False
    loop = ag.while_(('did_break', 'i'), until=('did_break',))
    while loop.turn(i < 10):
        for then in ag.if_(i > 2, ('did_break', 'i')):
            if then:
                for then in ag.if_(i > n, ('did_break', 'i')):
                    if then:
                        did_break = True
                    else:
                        i += 2
        for then in ag.if_(did_break, ('i',)):
            if not then:
                i += 1
        if loop.leaves(did_break):
            break
    return i
