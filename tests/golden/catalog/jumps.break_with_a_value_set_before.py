import autograph as ag


@case((3,), (7,))
def break_with_a_value_set_before(n):
    found = -1
    did_break = False
    loop = ag.loop(('did_break', 'found'), until=('did_break',))
    for k in loop.over(range(10)):
        for then in ag.if_(k * k > n, ('did_break', 'found')):
            if then:
                found = k
                did_break = True
        if loop.leaves(did_break):
            break
    return found
