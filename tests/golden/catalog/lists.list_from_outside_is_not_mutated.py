import autograph as ag


@case((3,), error="OUTSIDE|outer|not born|usage|born")
def list_from_outside_is_not_mutated(x):
    for then in ag.if_(x > 0, ()):
        if then:
            ag.on(OUTSIDE).append(x)
    return x
