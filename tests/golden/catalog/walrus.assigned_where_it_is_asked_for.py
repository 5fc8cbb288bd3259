import autograph as ag


@case((5,), (1,))
def assigned_where_it_is_asked_for(n):
    y = ag.if_exp(ag.given(ag.naming(n > 2, ('m',))) and ag.then([(m := n * 2)]) or [0])
    return ag.if_exp(ag.given(n > 2) and ag.then([m + y]) or [y])
