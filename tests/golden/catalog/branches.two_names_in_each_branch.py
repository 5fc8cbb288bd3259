import autograph as ag


@case((3.0,), (-3.0,))
def two_names_in_each_branch(x):
    for then in ag.if_(x > 0, ('a', 'b')):
        if then:
            a, b = x, 2 * x
        else:
            b = 5.0
            a = x - b
    return a, b
