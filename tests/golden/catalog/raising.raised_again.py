import autograph as ag


@case((5,), (1,))
def raised_again(n):
    for then in ag.if_(n < 3, ()):
        if then:
            try:
                ag.call(refuse)(n)
            except ValueError as error:
                with ag.raising:
                    raise error
    for then in ag.if_(n < 2, ()):
        if then:
            try:
                ag.call(refuse)(n)
            except ValueError:
                with ag.raising:
                    raise
    return n
