import autograph as ag


@case((5,), (1,), (-3,), (0,))
def chained_ternaries(n):
    sign = ag.if_exp(
        ag.given(n > 3) and ag.then([1])
        or ag.else_given(n > 0) and ag.then([2])
        or ag.else_given(n < 0) and ag.then([3])
        or [4],
    )
    mixed = ag.if_exp(
        ag.given(ag.is_none(sign)) and ag.then([n])
        or ag.else_given(n > 2) and ag.then([-n])
        or ag.else_given(ag.is_none(n)) and ag.then([0])
        or ag.else_given(n) and ag.then([n * 10])
        or [5],
    )
    return sign, mixed
