import autograph as ag


@case((3,), (-3,))
def augmented_assignments(x):
    y = 1
    for then in ag.if_(x > 0, ('y',)):
        if then:
            y += x
            y *= 2
            y -= 1
        else:
            y //= 2
            y -= x
    return y
