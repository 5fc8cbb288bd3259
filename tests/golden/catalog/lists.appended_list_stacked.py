import autograph as ag


@case((3,), (1,))
def appended_list_stacked(n):
    out = ag.own([])
    for i in ag.for_(ag.call(range)(n), ()):
        out.append(i * 2)
    return rt.reduce_sum(rt.stack(out))
