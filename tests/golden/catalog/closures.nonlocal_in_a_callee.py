import autograph as ag


@case((3,), (-3,))
def nonlocal_in_a_callee(x):
    ag.born_cell(lambda: n)
    n = 0

    def bump():
        nonlocal n
        ag.touch_cell(lambda: n)
        n += 1

    def twice(v):
        if then := ag.when(v > 0):
            ag.call(bump)()
            ag.call(bump)()
            ag.end_if(then, ())

    ag.call(twice)(x)
    return n
