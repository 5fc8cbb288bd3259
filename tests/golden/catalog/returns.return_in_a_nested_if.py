import autograph as ag


@case((3, 1), (3, -1), (-3, 1))
def return_in_a_nested_if(x, y):
    did_return = False
    if then := ag.when(x > 0):
        for then_2 in ag.if_(y > 0, ('did_return', 'return_value', 'x')):
            if then_2:
                did_return, return_value = True, x + y
            else:
                x = x * 10
        ag.end_if(then, ('did_return', 'return_value', 'x'))
    if then := ag.unless(did_return):
        return_value = x
        ag.end_if(then, ('return_value',))
    return return_value
