import autograph as ag


@case((3,), (0,))
def unconditional_return_in_a_loop(n):
    did_return = False
    loop = ag.loop(('did_return', 'return_value'), until=('did_return',))
    for i in loop.over(ag.call(range)(n)):
        did_return, return_value = True, i + 100
        if loop.leaves(did_return):
            return return_value
    if then := ag.unless(did_return):
        return_value = -1
        ag.end_if(then, ('return_value',))
    return return_value
