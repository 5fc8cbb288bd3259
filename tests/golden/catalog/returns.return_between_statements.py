import autograph as ag


@case((5,), (-5,))
def return_between_statements(x):
    y = x + 1
    for then in ag.if_(y > 3, ('return_value',)):
        if then:
            return_value = y
        else:
            y = y * y
            for then in ag.if_(y > 30, ('return_value',)):
                if then:
                    return_value = 1
                else:
                    return_value = y
    return return_value
