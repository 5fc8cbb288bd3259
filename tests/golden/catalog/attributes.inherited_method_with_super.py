import autograph as ag


@case((4,), (0,))
def inherited_method_with_super(n):
    c = ag.call(Scaled)(3)
    for i in ag.for_(ag.call(range)(n), ()):
        ag.on(c).bump(i)
    return c.n
