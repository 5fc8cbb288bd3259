import autograph as ag


@case((3,), (-3,))
def unused_disagreement_is_harmless(x):
    extra = 0
    for then in ag.if_(x > 0, ('y',)):
        if then:
            extra = "text"
            y = x
        else:
            y = -x
    return y
