import autograph as ag


@case((5,), (1,))
def in_a_comprehension_in_a_side(n):
    last = 0
    xs = ag.if_exp(
        ag.given(ag.naming(n > 2, ('last',))) and ag.then([[(last := v * n) for v in (1, 2)]])
        or [[0, 0]],
    )
    return xs, last
