import autograph as ag


@case((3,), (-3,))
def python_error_caught_before_a_branch(x):
    try:
        {}["missing"]
    except KeyError:
        y = 1
    else:
        y = 2
    for then in ag.if_(x > 0, ('y',)):
        if then:
            y += 10
    return y
