import autograph as ag


@case((5,), (3,))
def flags_of_two_loops(n):
    count = 0
    i = 0
    did_break = False
    loop = ag.while_(('count', 'did_break', 'i'), until=('did_break',))
    while loop.turn(i < n):
        i += 1
        j = 0
        did_break_2 = False
        loop_2 = ag.while_(('count', 'did_break_2', 'j'), until=('did_break_2',))
        while loop_2.turn(j < n):
            j += 1
            for then in ag.if_(j == i, ('count', 'did_break_2')):
                if not then:
                    for then in ag.if_(j > 3, ('count', 'did_break_2')):
                        if then:
                            did_break_2 = True
                        else:
                            count += j
            if loop_2.leaves(did_break_2):
                break
        for then in ag.if_(count > 12, ('did_break',)):
            if then:
                did_break = True
        if loop.leaves(did_break):
            break
    return i, count
