import autograph as ag


@case((3,), (-3,))
def star_target(x):
    for then in ag.if_(x > 0, ('first', 'rest')):
        if then:
            first, *rest = ag.own([x, 1, 2])
        else:
            first, *rest = ag.own([0, x, x])
    return first, rest[0], rest[1]
