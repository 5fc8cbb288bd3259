import autograph as ag


@case((2,), (-2,))
def raise_ends_only_its_branch(x):
    for then in ag.if_(x > 100, ('y',)):
        if then:
            with ag.raising:
                raise ValueError("big")
        else:
            for then in ag.if_(x > 0, ('y',)):
                if then:
                    y = 1
                else:
                    y = 2.5
    return y
