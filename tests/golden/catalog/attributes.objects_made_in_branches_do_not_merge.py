import autograph as ag


@case((3,), error="Counter")
def objects_made_in_branches_do_not_merge(x):
    for then in ag.if_(x > 0, ('c',)):
        if then:
            c = ag.call(Counter)()
        else:
            c = ag.call(Counter)()
    return c.n
