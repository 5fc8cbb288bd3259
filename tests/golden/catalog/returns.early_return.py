import autograph as ag


@case((3,), (-3,))
def early_return(x):
    for then in ag.if_(x > 0, ('return_value',)):
        if then:
            return_value = x
        else:
            return_value = -x
    return return_value
