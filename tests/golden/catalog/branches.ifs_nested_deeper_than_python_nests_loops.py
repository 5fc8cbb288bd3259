import autograph as ag


@case((20,), (3,), (-1,))
def ifs_nested_deeper_than_python_nests_loops(x):
    y = 0
    for then in ag.if_(x > 0, ('y',)):
        if then:
            for then in ag.if_(x > 1, ('y',)):
                if then:
                    for then in ag.if_(x > 2, ('y',)):
                        if then:
                            for then in ag.if_(x > 3, ('y',)):
                                if then:
                                    for then in ag.if_(x > 4, ('y',)):
                                        if then:
                                            for then in ag.if_(x > 5, ('y',)):
                                                if then:
                                                    for then in ag.if_(x > 6, ('y',)):
                                                        if then:
                                                            for then in ag.if_(x > 7, ('y',)):
                                                                if then:
                                                                    for then in ag.if_(x > 8, ('y',)):
                                                                        if then:
                                                                            for then in ag.if_(x > 9, ('y',)):
                                                                                if then:
                                                                                    for then in ag.if_(x > 10, ('y',)):
                                                                                        if then:
                                                                                            for then in ag.if_(x > 11, ('y',)):
                                                                                                if then:
                                                                                                    for then in ag.if_(x > 12, ('y',)):
                                                                                                        if then:
                                                                                                            for then in ag.if_(x > 13, ('y',)):
                                                                                                                if then:
                                                                                                                    for then in ag.if_(x > 14, ('y',)):
                                                                                                                        if then:
                                                                                                                            for then in ag.if_(x > 15, ('y',)):
                                                                                                                                if then:
                                                                                                                                    for then in ag.if_(x > 16, ('y',)):
                                                                                                                                        if then:
                                                                                                                                            for then in ag.if_(x > 17, ('y',)):
                                                                                                                                                if then:
                                                                                                                                                    for then in ag.if_(x > 18, ('y',)):
                                                                                                                                                        if then:
                                                                                                                                                            arms = ag.arms(x > 19, ('y',))
                                                                                                                                                            if arms.then():
                                                                                                                                                                y = x
                                                                                                                                                            if arms.otherwise():
                                                                                                                                                                y = -x
                                                                                                                                                            arms.end()
    return y
