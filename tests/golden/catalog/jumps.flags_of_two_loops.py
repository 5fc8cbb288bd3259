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
            if then := ag.unless(j == i):
                for then_2 in ag.if_(j > 3, ('count', 'did_break_2')):
                    if then_2:
                        did_break_2 = True
                    else:
                        count += j
                ag.end_if(then, ('count', 'did_break_2'))
            if loop_2.leaves(did_break_2):
                break
        if then := ag.when(count > 12):
            did_break = True
            ag.end_if(then, ('did_break',))
        if loop.leaves(did_break):
            break
    return i, count
