import autograph as ag


@case((5,), (1,), (-1,))
def in_both_sides(n):
    m = k = 0
    y = ag.if_exp(
        ag.given(ag.naming(n > 2, ('k', 'm'))) and ag.then([(m := n * 2)])
        or ag.else_given(ag.naming(n > 0, ('k', 'm'))) and ag.then([(k := n + 1)])
        or [(m := -n) + (k := 7)],
    )
    return y, m, k
