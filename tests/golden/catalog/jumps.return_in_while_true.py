import autograph as ag


@case((4,), (20,))
def return_in_while_true(n):
    did_return = False
    i = 1
    loop = ag.while_(('did_return', 'i', 'return_value'), until=('did_return',))
    while loop.turn(True):
        for then in ag.if_(i >= n, ('did_return', 'i', 'return_value')):
            if then:
                did_return, return_value = True, i
            else:
                i *= 2
        if loop.leaves(did_return):
            return return_value
    return return_value
