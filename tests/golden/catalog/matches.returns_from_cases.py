import autograph as ag


@case((3,), (0,))
def returns_from_cases(x):
    for then in ag.if_(x == 0, ('return_value',)):
        if then:
            return_value = -1
        else:
            return_value = x
    return return_value
