import autograph as ag


@case((5,), (0,), (-5,))
def none_in_one_branch(x):
    best = None
    for then in ag.if_(x > 0, ('best',)):
        if then:
            best = x
    for then in ag.if_(ag.is_none(best), ('return_value',)):
        if then:
            return_value = -1
        else:
            return_value = best * 2
    return return_value
