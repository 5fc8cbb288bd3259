import autograph as ag


@case((3,))
def no_return_value(x):
    if then := ag.when(x > 0):
        x = x + 1
        ag.end_if(then, ())
