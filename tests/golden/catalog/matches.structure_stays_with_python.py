import autograph as ag


@case((3,), (-3,))
def structure_stays_with_python(x):
    match ag.call(Point)(x, 2):
        case Point(x=px, y=2):
            r = px
        case (a, b):
            r = a + b
        case _:
            r = 0
    for then in ag.if_(r > 0, ('r',)):
        if then:
            r += 1
    return r
