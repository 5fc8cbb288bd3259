import autograph as ag


@case((3,), (-1,))
def statements_after_a_jump_are_dropped(x):
    for then in ag.if_(x > 0, ('return_value',)):
        if then:
            return_value = x
        else:
            return_value = -x
    return return_value
