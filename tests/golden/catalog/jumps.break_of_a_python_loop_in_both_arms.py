import autograph as ag


@case((2, 5), (5, 2))
def break_of_a_python_loop_in_both_arms(x, y):
    s = 0
    did_break = False
    loop = ag.loop(('did_break', 's'), until=('did_break',))
    for k in loop.over((1, 2, 3)):
        for then in ag.if_(x > y, ('did_break', 's')):
            if then:
                s += k
                for then in ag.if_(k > x, ('did_break',)):
                    if then:
                        did_break = True
            else:
                for then in ag.if_(k > 1, ('did_break', 's')):
                    if then:
                        did_break = True
                    else:
                        s -= k
        if loop.leaves(did_break):
            break
    return s
