import autograph as ag


@case((5,), (0,), (-5,))
def none_in_one_branch(x):
    best = None
    if then := ag.when(x > 0):
        best = x
        ag.end_if(then, ('best',))
    for then in ag.if_(ag.is_none(best), ('return_value',)):
        if then:
            return_value = -1
        else:
            return_value = best * 2
    return return_value
