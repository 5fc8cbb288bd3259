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
        for then in ag.if_(v > 0, ()):
            if then:
                ag.call(bump)()
                ag.call(bump)()

    ag.call(twice)(x)
    return n
