import autograph as ag


@case((3,), error="missing")
def python_exception_in_a_traced_branch(x):
    y = x
    depth = ag.depth()
    try:
        if then := ag.when(x > 0):
            y = x * 5
            {}["missing"]
            ag.end_if(then, ('y',))
    except KeyError:
        ag.caught(depth)
        y = y + 1
    return y
