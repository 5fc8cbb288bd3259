import autograph as ag


@case((3,), (-3,), (0,), (50,))
def four_returns(x):
    for then in ag.if_(x < 0, ('return_value',)):
        if then:
            return_value = -1
        else:
            for then in ag.if_(x == 0, ('return_value',)):
                if then:
                    return_value = 0
                else:
                    for then in ag.if_(x > 10, ('return_value',)):
                        if then:
                            return_value = 10
                        else:
                            return_value = x
    return return_value
