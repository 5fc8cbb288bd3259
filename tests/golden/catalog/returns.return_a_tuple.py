import autograph as ag


@case((3,), (-3,))
def return_a_tuple(x):
    for then in ag.if_(x > 0, ('return_value',)):
        if then:
            return_value = x, 1
        else:
            return_value = 0, x
    return return_value
