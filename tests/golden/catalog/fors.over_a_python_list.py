import autograph as ag


@case((3,), (-3,))
def over_a_python_list(x):
    for k in [1, 2, 3]:
        for then in ag.if_(x > 0, ('x',)):
            if then:
                x = x + k
            else:
                x = x - k
    return x
