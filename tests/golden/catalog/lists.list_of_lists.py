import autograph as ag


@case((3,), (-3,))
def list_of_lists(x):
    rows = ag.own([ag.own([x]), ag.own([x, x])])
    for then in ag.if_(x > 0, ()):
        if then:
            ag.on(rows[0]).append(5)
    return ag.call(len)(rows[0]), ag.call(len)(rows[1])
