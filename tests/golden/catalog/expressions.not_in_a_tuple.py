import autograph as ag


@case((2,), (5,))
def not_in_a_tuple(x):
    for then in ag.if_(ag.not_in(x, (1, 2, 3)), ('return_value',)):
        if then:
            return_value = 1
        else:
            return_value = 0
    return return_value
