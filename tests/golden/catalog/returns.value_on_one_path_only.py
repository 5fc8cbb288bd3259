import autograph as ag


@case((3,), error="must also have a return|None")
def value_on_one_path_only(x):
    return_value = None
    for then in ag.if_(x > 0, ('return_value',)):
        if then:
            return_value = (x, x)
    return return_value
