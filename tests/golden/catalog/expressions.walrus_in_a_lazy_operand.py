import autograph as ag


@case((3,), error="assignment expression|walrus|truth value|bool")
def walrus_in_a_lazy_operand(x):
    y = 0
    for then in ag.if_(x > 0 and (y := x * 2) > 3, ('x',)):
        if then:
            x = y
    return x, y
