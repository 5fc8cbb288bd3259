import autograph as ag


@case((6,), (1,))
def loop_after_a_loop_that_may_return(n):
    did_return = False
    loop = ag.loop(('did_return', 'return_value'), until=('did_return',))
    for i in loop.over(ag.call(range)(n)):
        if then := ag.when(i == 5):
            did_return, return_value = True, i
            ag.end_if(then, ('did_return', 'return_value'))
        if loop.leaves(did_return):
            return return_value
    if then := ag.unless(did_return):
        total = 0
        for i in ag.for_(ag.call(range)(n), ('total',)):
            total += i
        return_value = total + 100
        ag.end_if(then, ('return_value',))
    return return_value
