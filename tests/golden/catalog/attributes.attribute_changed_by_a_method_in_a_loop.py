import autograph as ag


@case((4,), (-1,))
def attribute_changed_by_a_method_in_a_loop(n):
    c = ag.call(Counter)()
    for i in ag.for_(ag.call(range)(n), ()):
        if then := ag.when(i != 2):
            ag.on(c).bump(i)
            ag.end_if(then, ())
    return c.n
