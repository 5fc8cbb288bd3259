import autograph as ag


@case((3,), error="must also be initialized in the else branch|not assign")
def bound_in_one_branch_only(x):
    if then := ag.when(x > 0):
        y = x
        ag.end_if(then, ('y',))
    return y
