import autograph as ag


@case((0,), (5,))
def structure_after_a_value(x):
    pair = (x, 1)
    for then in ag.if_(x == 0, ('r',)):
        if then:
            r = 1
        else:
            match x:
                case [a, b]:
                    r = a + b
                case _:
                    r = pair[0] + pair[1]
    return r
