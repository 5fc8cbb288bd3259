import autograph as ag


@case((3,), (-3,))
def operands_with_effects_stay_lazy(x):
    ag.born_cell(lambda: n)
    n = 0

    def bump(v):
        nonlocal n
        ag.touch_cell(lambda: n)
        n += 1
        return v > 1

    for then in ag.if_(
        ag.or_(
            ag.truth(ag.and_(x > 0, lambda: ag.call(bump)(x))),
            lambda: ag.and_(x < -2, lambda: ag.call(bump)(x)),
        ),
        ('x',),
    ):
        if then:
            x = x * 2
    return x, n
