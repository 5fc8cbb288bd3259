import autograph as ag


@case((3,), (-3,))
def try_else_after_a_staged_return(x):
    did_return = False
    depth = ag.depth()
    try:
        if then := ag.when(x > 0):
            did_return, return_value = True, 1
            ag.end_if(then, ('did_return', 'return_value'))
    except ValueError:
        ag.caught(depth)
        return 2
    else:
        if then := ag.unless(did_return):
            x = x * 2
            ag.end_if(then, ('x',))
    if then := ag.unless(did_return):
        return_value = x
        ag.end_if(then, ('return_value',))
    return return_value
