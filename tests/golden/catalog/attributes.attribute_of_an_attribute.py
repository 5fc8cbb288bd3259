import autograph as ag


@case((3,), (-3,))
def attribute_of_an_attribute(x):
    c = ag.call(Counter)()
    ag.store(c).inner = ag.call(Counter)()
    if then := ag.when(x > 0):
        ag.store(c.inner).n = x
        ag.end_if(then, ())
    return c.inner.n, c.n
