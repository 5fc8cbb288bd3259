import autograph as ag


@case(([1, -2, 3, 9], 3), ([1, 1, 0, 0], 5), ([7, 0, 0, 0], 5))
def first_prefix_sum_over(xs, limit):
    did_return = False
    total = 0
    loop = ag.loop(('did_return', 'return_value', 'total'), until=('did_return',))
    for x in loop.over(xs):
        for then in ag.if_(x < 0, ('did_return', 'return_value', 'total')):
            if not then:
                total = total + x
                for then in ag.if_(total > limit, ('did_return', 'return_value')):
                    if then:
                        did_return, return_value = True, total
        if loop.leaves(did_return):
            return return_value
    for then in ag.if_(did_return, ('return_value',)):
        if not then:
            return_value = -1
    return return_value
