import autograph as ag


@case((3,), (-3,))
def not_of_a_comparison(x):
    y = 0
    if then := ag.unless(x > 0):
        y = 1
        ag.end_if(then, ('y',))
    return y
