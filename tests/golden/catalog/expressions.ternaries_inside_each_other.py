import autograph as ag


@case((5,), (1,), (-3,))
def ternaries_inside_each_other(n):
    a = ag.if_exp(
        ag.given(ag.if_exp(ag.given(n != 1) and ag.then([n > 0]) or [True])) and ag.then([ag.if_exp(ag.given(n < 9) and ag.then([n]) or [9])])
        or ag.else_given(n < -2) and ag.then([0])
        or [-1],
    )
    b = ag.end(
        (ag.or_(ag.end(ag.and_(n) and (ag.if_exp(ag.given(n > 4) and ag.then([n]) or [4]))))) or (ag.if_exp(ag.given(n) and ag.then([7]) or [8])),
    )
    return a, b
