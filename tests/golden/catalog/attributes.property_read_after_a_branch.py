import autograph as ag


@case((3,), (-3,))
def property_read_after_a_branch(x):
    c = ag.call(Counter)()
    if then := ag.when(x > 0):
        ag.on(c).bump(x)
        ag.end_if(then, ())
    return c.doubled
