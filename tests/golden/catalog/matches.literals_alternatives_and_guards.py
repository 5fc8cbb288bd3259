import autograph as ag


@case((0,), (1,), (2,), (-7,), (8,))
def literals_alternatives_and_guards(x):
    for then in ag.if_(x == 0, ('y',)):
        if then:
            y = 10
        else:
            for then in ag.if_(ag.end(ag.or_(x == 1) or x == 2), ('y',)):
                if then:
                    y = 20
                else:
                    for then in ag.if_(x < 0, ('y',)):
                        if then:
                            y = -1
                        else:
                            y = 99
    return y
