import autograph as ag


@case(([1, 2, 3], 2), ([1, 2, 3], 0), ([5, 2, 3], 5))
def items_changed_after_a_loop_that_may_return(v, n):
    did_return = False
    k = n
    loop = ag.while_(('did_return', 'n', 'return_value'), until=('did_return',))
    while loop.turn(n > 0):
        n -= 1
        if then := ag.when(v[0] > n + 3):
            did_return, return_value = True, v[0] + v[1]
            ag.end_if(then, ('did_return', 'return_value'))
        if loop.leaves(did_return):
            return return_value
    if then := ag.unless(did_return):
        loop = ag.while_(('k', 'v'))
        while loop.turn(k > 0):
            k -= 2
            ag.items(v)[1] = 7
        ag.items(v)[0] = k
        return_value = v[0] - v[1]
        ag.end_if(then, ('return_value',))
    return return_value
