import autograph as ag


@case(*((n,) for n in range(-1, 12)))
def elif_chain_longer_than_the_block_limit(x):
    did_match = True
    for then in ag.if_(x == 0, ('did_match', 'y')):
        if then:
            y = 10
        else:
            for then in ag.if_(x == 1, ('did_match', 'y')):
                if then:
                    y = 21
                else:
                    for then in ag.if_(x == 2, ('did_match', 'y')):
                        if then:
                            y = 32
                        else:
                            for then in ag.if_(x == 3, ('did_match', 'y')):
                                if then:
                                    y = 43
                                else:
                                    for then in ag.if_(x == 4, ('did_match', 'y')):
                                        if then:
                                            y = 54
                                        else:
                                            for then in ag.if_(x == 5, ('did_match', 'y')):
                                                if then:
                                                    y = 65
                                                else:
                                                    for then in ag.if_(x == 6, ('did_match', 'y')):
                                                        if then:
                                                            y = 76
                                                        else:
                                                            for then in ag.if_(x == 7, ('did_match', 'y')):
                                                                if then:
                                                                    y = 87
                                                                else:
                                                                    did_match = False
    for then in ag.if_(did_match, ('y',)):
        if not then:
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
