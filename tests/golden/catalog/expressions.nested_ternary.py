import autograph as ag


@case((3, 4), (-3, 4), (-3, -4))
def nested_ternary(x, y):
    return ag.if_exp(
        ag.given(x > 0) and ag.then([x]) or ag.else_given(y > 0) and ag.then([y]) or [0],
    )
