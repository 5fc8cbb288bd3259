import autograph as ag


@case((3,), (-3,))
def attribute_in_a_branch(x):
    c = ag.call(Counter)()
    for then in ag.if_(x > 0, ()):
        if then:
            ag.store(c).n = x
        else:
            ag.store(c).n = -x
    return c.n
