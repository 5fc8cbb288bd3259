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

    if then := ag.when(
        ag.either(ag.end(ag.and_(x > 0) and ag.call(bump)(x))) or ag.both(x < -2) and ag.call(bump)(x),
    ):
        x = x * 2
        ag.end_if(then, ('x',))
    return x, n
