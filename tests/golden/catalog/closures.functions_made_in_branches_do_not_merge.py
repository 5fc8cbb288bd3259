import autograph as ag


@case((1,), error="act")
def functions_made_in_branches_do_not_merge(x):
    for then in ag.if_(x > 0, ('act',)):
        if then:
            act = lambda v: v + 1
        else:
            act = lambda v: v * 2
    return ag.call(act)(x)
