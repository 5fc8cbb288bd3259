import autograph as ag


@case((5,), (0,))
def integer_as_condition(x):
    y = 1
    if then := ag.when(x):
        y = 2
        ag.end_if(then, ('y',))
    return y
