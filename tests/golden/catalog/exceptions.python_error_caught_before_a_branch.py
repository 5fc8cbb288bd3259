import autograph as ag


@case((3,), (-3,))
def python_error_caught_before_a_branch(x):
    try:
        {}["missing"]
    except KeyError:
        y = 1
    else:
        y = 2
    if then := ag.when(x > 0):
        y += 10
        ag.end_if(then, ('y',))
    return y
