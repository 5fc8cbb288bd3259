import autograph as ag


@case((2,), (5,))
def membership_in_a_list(x):
    for then in ag.if_(ag.contains([1, 2, 3], x), ('return_value',)):
        if then:
            return_value = 1
        else:
            return_value = 0
    return return_value
