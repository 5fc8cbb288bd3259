import autograph as ag


@case((3,), error="structure|tuple|disagree")
def returns_of_different_structure(x):
    for then in ag.if_(x > 0, ('return_value',)):
        if then:
            return_value = x, x
        else:
            return_value = x
    return return_value
