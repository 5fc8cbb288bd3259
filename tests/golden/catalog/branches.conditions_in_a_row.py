import autograph as ag


@case((4,), (3,), (-4,))
def conditions_in_a_row(x):
    n = 0
    for then in ag.if_(x > 0, ('n',)):
        if then:
            n += 1
    for then in ag.if_(x % 2 == 0, ('n',)):
        if then:
            n += 10
    for then in ag.if_(x < 0, ('n',)):
        if then:
            n += 100
    return n
