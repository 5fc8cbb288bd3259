import autograph as ag


@case((4,), (3,), (-4,))
def conditions_in_a_row(x):
    n = 0
    if then := ag.when(x > 0):
        n += 1
        ag.end_if(then, ('n',))
    if then := ag.when(x % 2 == 0):
        n += 10
        ag.end_if(then, ('n',))
    if then := ag.when(x < 0):
        n += 100
        ag.end_if(then, ('n',))
    return n
