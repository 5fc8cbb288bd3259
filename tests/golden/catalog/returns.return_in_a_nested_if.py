import autograph as ag


@case((3, 1), (3, -1), (-3, 1))
def return_in_a_nested_if(x, y):
    did_return = False
    for then in ag.if_(x > 0, ('did_return', 'return_value', 'x')):
        if then:
            for then in ag.if_(y > 0, ('did_return', 'return_value', 'x')):
                if then:
                    did_return, return_value = True, x + y
                else:
                    x = x * 10
    for then in ag.if_(did_return, ('return_value',)):
        if not then:
            return_value = x
    return return_value
