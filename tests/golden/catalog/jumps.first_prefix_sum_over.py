import autograph as ag


@case(([1, -2, 3, 9], 3), ([1, 1, 0, 0], 5), ([7, 0, 0, 0], 5))
def first_prefix_sum_over(xs, limit):
    did_return = False
    total = 0
    loop = ag.loop(('did_return', 'return_value', 'total'), until=('did_return',))
    for x in loop.over(xs):
        if then := ag.unless(x < 0):
            total = total + x
            if then_2 := ag.when(total > limit):
                did_return, return_value = True, total
                ag.end_if(then_2, ('did_return', 'return_value'))
            ag.end_if(then, ('did_return', 'return_value', 'total'))
        if loop.leaves(did_return):
            return return_value
    if then := ag.unless(did_return):
        return_value = -1
        ag.end_if(then, ('return_value',))
    return return_value
