import autograph as ag


@case((3,), (-3,))
def chained_targets(x):
    a = b = 0
    if then := ag.when(x > 0):
        a = b = x
        ag.end_if(then, ('a', 'b'))
    return a, b
