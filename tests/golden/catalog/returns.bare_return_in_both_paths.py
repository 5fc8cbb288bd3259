import autograph as ag


@case((3,), (-3,))
def bare_return_in_both_paths(x):
    if then := ag.unless(x > 0):
        x = x + 1
        ag.end_if(then, ())
