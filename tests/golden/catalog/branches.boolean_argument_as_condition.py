import autograph as ag


@case((True, 3), (False, 3))
def boolean_argument_as_condition(flag, x):
    if then := ag.when(flag):
        x = x + 1
        ag.end_if(then, ('x',))
    return x
