import autograph as ag


@case((3,), (-1,))
def unbound_in_a_branch_that_does_not_run(x):
    y = x
    del y
    if then := ag.when(x > 100):
        x = x + y
        ag.end_if(then, ('x',))
    return x
