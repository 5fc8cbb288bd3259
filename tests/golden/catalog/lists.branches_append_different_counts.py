import autograph as ag


@case((1,), (-1,))
def branches_append_different_counts(x):
    out = ag.own([x])
    if then := ag.when(x > 0):
        out.append(x)
        out.append(x + 1)
        ag.end_if(then, ())
    return ag.call(len)(out), out[-1]
