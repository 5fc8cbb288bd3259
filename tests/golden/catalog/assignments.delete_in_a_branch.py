import autograph as ag


@case((3,), (-1,))
def delete_in_a_branch(x):
    y = x
    if then := ag.when(x > 0):
        ag.use(y, 'y')
        del y
        y = 5
        ag.end_if(then, ('y',))
    return y
