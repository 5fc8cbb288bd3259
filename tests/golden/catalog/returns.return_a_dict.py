import autograph as ag


@case((3.0,), (-3.0,))
def return_a_dict(x):
    for then in ag.if_(x > 0, ('return_value',)):
        if then:
            return_value = {"sign": 1, "value": x}
        else:
            return_value = {"sign": -1, "value": -x}
    return return_value
