import autograph as ag


@case(*((n,) for n in range(-1, 12)))
def elif_chain_longer_than_the_block_limit(x):
    for then in ag.if_(x == 0, ('y',)):
        if then:
            y = 10
        else:
            for then in ag.if_(x == 1, ('y',)):
                if then:
                    y = 21
                else:
                    for then in ag.if_(x == 2, ('y',)):
                        if then:
                            y = 32
                        else:
                            for then in ag.if_(x == 3, ('y',)):
                                if then:
                                    y = 43
                                else:
                                    for then in ag.if_(x == 4, ('y',)):
                                        if then:
                                            y = 54
                                        else:
                                            for then in ag.if_(x == 5, ('y',)):
                                                if then:
                                                    y = 65
                                                else:
                                                    for then in ag.if_(x == 6, ('y',)):
                                                        if then:
                                                            y = 76
                                                        else:
                                                            for then in ag.if_(x == 7, ('y',)):
                                                                if then:
                                                                    y = 87
                                                                else:
                                                                    for then in ag.if_(x == 8, ('y',)):
                                                                        if then:
                                                                            y = 98
                                                                        else:
                                                                            for then in ag.if_(x == 9, ('y',)):
                                                                                if then:
                                                                                    y = 109
                                                                                else:
                                                                                    y = x
    return y
