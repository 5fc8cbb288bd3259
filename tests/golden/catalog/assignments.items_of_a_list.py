import autograph as ag


@case((3,), (-3,))
def items_of_a_list(x):
    xs = ag.own([1, 2])
    for then in ag.if_(x > 0, ('xs',)):
        if then:
            xs[0] = x
        else:
            xs[-1] = x
    return xs[0], xs[1]
