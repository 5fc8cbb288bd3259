import autograph as ag


@case((5,), (1,))
def returned_as_a_truth(n):
    return ag.if_exp(
        ag.given(ag.end(ag.and_(ag.naming(n > 2, ('m',))) and ag.end(ag.and_((m := n) > 4) and m < 9))) and ag.then([1])
        or [0],
    )
