import autograph as ag


@case((3,), (-3,), (0,))
def elif_chain(x):
    for then in ag.if_(x > 0, ('kind',)):
        if then:
            kind = 1
        else:
            for then in ag.if_(x < 0, ('kind',)):
                if then:
                    kind = -1
                else:
                    kind = 0
    return kind
