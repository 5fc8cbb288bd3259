import autograph as ag


@case((3,), (7,))
def break_with_a_value_set_before(n):
    found = -1
    did_break = False
    loop = ag.loop(('did_break', 'found'), until=('did_break',))
    for k in loop.over(range(10)):
        if then := ag.when(k * k > n):
            found = k
            did_break = True
            ag.end_if(then, ('did_break', 'found'))
        if loop.leaves(did_break):
            break
    return found
