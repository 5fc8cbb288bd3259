import autograph as ag


@case((3,), (-3,))
def chained_targets(x):
    a = b = 0
    for then in ag.if_(x > 0, ('a', 'b')):
        if then:
            a = b = x
    return a, b
