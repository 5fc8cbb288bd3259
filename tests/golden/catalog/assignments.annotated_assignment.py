import autograph as ag


@case((3,), (-3,))
def annotated_assignment(x):
    y: int = 0
    z: float
    for then in ag.if_(x > 0, ('y',)):
        if then:
            y: int = x
    z = y * 1.5
    return z
