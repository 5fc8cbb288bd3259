import autograph as ag


@case((5,), (1,))
def in_a_ternary_in_a_comprehension(n):
    last = 0
    xs = [ag.if_exp(
        ag.given(ag.naming(v + n > 3, ('last',))) and ag.then([(last := v * n)]) or [v],
    ) for v in (1, 2)]
    return xs, last
