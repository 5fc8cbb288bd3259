import autograph as ag


@case((3,), (-3,))
def try_else_after_a_staged_return(x):
    did_return = False
    depth = ag.depth()
    try:
        for then in ag.if_(x > 0, ('did_return', 'return_value')):
            if then:
                did_return, return_value = True, 1
    except ValueError:
        ag.caught(depth)
        return 2
    else:
        for then in ag.if_(did_return, ('x',)):
            if not then:
                x = x * 2
    for then in ag.if_(did_return, ('return_value',)):
        if not then:
            return_value = x
    return return_value
