import autograph as ag


@case((3,), (-3,))
def list_reset_in_a_branch(x):
    xs = ag.own([x, x])
    if then := ag.when(x > 0):
        xs = ag.own([])
        ag.end_if(then, ('xs',))
    xs.append(5)
    return ag.call(len)(xs)
