import autograph as ag


@case((4,), (-1,))
def attribute_changed_by_a_method_in_a_loop(n):
    c = ag.call(Counter)()
    for i in ag.for_(ag.call(range)(n), ()):
        for then in ag.if_(i != 2, ()):
            if then:
                ag.on(c).bump(i)
    return c.n
