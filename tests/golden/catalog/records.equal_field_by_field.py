import autograph as ag


@case((3,), (0,))
def equal_field_by_field(x):
    same = ag.if_exp(
        ag.given(ag.call(Pair)(x, (x, 2)) == ag.call(Pair)(3, (3, 2))) and ag.then([1]) or [0],
    )
    other = ag.if_exp(ag.given(ag.call(Pair)(x, 2) != ag.call(Pair)(3, 2)) and ag.then([1]) or [0])
    return same, other, ag.if_exp(
        ag.given(ag.call(State)(x) == ag.call(State)(0)) and ag.then([1]) or [0],
    ), ag.if_exp(ag.given(ag.call(Pair)(x) == ag.call(State)(x)) and ag.then([1]) or [0])
