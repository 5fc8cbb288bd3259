import autograph as ag


@case((1,), (-1,))
def branches_append_different_counts(x):
    out = ag.own([x])
    for then in ag.if_(x > 0, ()):
        if then:
            out.append(x)
            out.append(x + 1)
    return ag.call(len)(out), out[-1]
