import autograph as ag


@case((3,), (-3,))
def return_in_both_arms(x):
    for then in ag.if_(x > 0, ('return_value',)):
        if then:
            y = x * 2
            return_value = y + 1
        else:
            return_value = x
    return return_value
