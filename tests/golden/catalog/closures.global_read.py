import autograph as ag


@case((3,), (-3,))
def global_read(x):
    if then := ag.when(x > 0):
        x = x * SCALE
        ag.end_if(then, ('x',))
    return x
