import autograph as ag


@case((3,), (-3,))
def property_read_after_a_branch(x):
    c = ag.call(Counter)()
    for then in ag.if_(x > 0, ()):
        if then:
            ag.on(c).bump(x)
    return c.doubled
