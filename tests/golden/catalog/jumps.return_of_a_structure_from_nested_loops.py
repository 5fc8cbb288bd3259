import autograph as ag


@case((3,), (9,), (0,))
def return_of_a_structure_from_nested_loops(x):
    did_return = False
    loop = ag.loop(('did_return', 'return_value'), until=('did_return',))
    for i in loop.over(ag.call(range)(x)):
        loop_2 = ag.loop(('did_return', 'return_value'), until=('did_return',))
        for j in loop_2.over(range(4)):
            if then := ag.when(i * j == 6):
                did_return, return_value = True, (i, (j, 1))
                ag.end_if(then, ('did_return', 'return_value'))
            if loop_2.leaves(did_return):
                break
        if loop.leaves(did_return):
            return return_value
    if then := ag.unless(did_return):
        return_value = -1, (-1, 1)
        ag.end_if(then, ('return_value',))
    return return_value
