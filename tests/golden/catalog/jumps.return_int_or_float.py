import autograph as ag


@case((3,), (30,))
def return_int_or_float(x):
    did_return = False
    loop = ag.while_(('did_return', 'return_value', 'x'), until=('did_return',))
    while loop.turn(x < 100):
        for then in ag.if_(x > 20, ('did_return', 'return_value', 'x')):
            if then:
                did_return, return_value = True, 0
            else:
                x = x * 3
        if loop.leaves(did_return):
            return return_value
    if then := ag.unless(did_return):
        return_value = x * 0.5
        ag.end_if(then, ('return_value',))
    return return_value
