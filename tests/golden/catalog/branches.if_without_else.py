import autograph as ag


@case((3,), (-3,), (0,))
def if_without_else(x):
    y = x
    if then := ag.when(x > 0):
        y = y * 2
        ag.end_if(then, ('y',))
    return y
