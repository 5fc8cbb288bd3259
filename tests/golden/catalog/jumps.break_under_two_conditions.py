import autograph as ag


@case((1,), (4,))
def break_under_two_conditions(n):
    i = 0
    did_break = False
    loop = ag.while_(('did_break', 'i'), until=('did_break',))
    while loop.turn(i < 10):
        if then := ag.when(i > 2):
            for then_2 in ag.if_(i > n, ('did_break', 'i')):
                if then_2:
                    did_break = True
                else:
                    i += 2
            ag.end_if(then, ('did_break', 'i'))
        if then := ag.unless(did_break):
            i += 1
            ag.end_if(then, ('i',))
        if loop.leaves(did_break):
            break
    return i
