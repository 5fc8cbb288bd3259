import autograph as ag


@case((3,), error="missing")
def python_exception_in_a_traced_branch(x):
    y = x
    depth = ag.depth()
    try:
        for then in ag.if_(x > 0, ('y',)):
            if then:
                y = x * 5
                {}["missing"]
    except KeyError:
        ag.caught(depth)
        y = y + 1
    return y
