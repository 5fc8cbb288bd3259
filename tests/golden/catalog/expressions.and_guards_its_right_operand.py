import autograph as ag


@case((4, 2), (4, 0))
def and_guards_its_right_operand(x, y):
    for then in ag.if_(ag.both(y != 0) and x // y == 2, ('return_value',)):
        if then:
            return_value = 1
        else:
            return_value = 0
    return return_value
