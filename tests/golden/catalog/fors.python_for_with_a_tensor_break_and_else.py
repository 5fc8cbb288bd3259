import autograph as ag


@case((2,), (9,))
def python_for_with_a_tensor_break_and_else(x):
    s = 0
    did_break = False
    loop = ag.loop(('did_break', 'k', 's'), until=('did_break',))
    for k in loop.over([1, 2, 3, 4]):
        for then in ag.if_(k > x, ('did_break', 's')):
            if then:
                did_break = True
            else:
                s += k
        if loop.leaves(did_break):
            break
    if then := ag.unless(did_break):
        s += 100
        ag.end_if(then, ('s',))
    return s, k
