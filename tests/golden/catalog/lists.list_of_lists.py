import autograph as ag


@case((3,), (-3,))
def list_of_lists(x):
    rows = ag.own([ag.own([x]), ag.own([x, x])])
    if then := ag.when(x > 0):
        ag.on(rows[0]).append(5)
        ag.end_if(then, ())
    return ag.call(len)(rows[0]), ag.call(len)(rows[1])
