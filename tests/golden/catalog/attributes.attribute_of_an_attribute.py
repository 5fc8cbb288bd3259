import autograph as ag


@case((3,), (-3,))
def attribute_of_an_attribute(x):
    c = ag.call(Counter)()
    ag.store(c).inner = ag.call(Counter)()
    for then in ag.if_(x > 0, ()):
        if then:
            ag.store(c.inner).n = x
    return c.inner.n, c.n
