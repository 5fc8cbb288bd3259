import autograph as ag


@case((3,), (0,), (-3,))
def truths_of_operands_of_two_types(x):
    for then in ag.if_(
        ag.either(x > 5) or (ag.either(ag.end(ag.and_(x > -2) and x))) or (ag.both(x) and ag.both(x < 0) and 0),
        ('return_value',),
    ):
        if then:
            return_value = 1
        else:
            return_value = ag.if_exp(
                ag.given(ag.contains([x, x + 1], 3)) and ag.then([2]) or [3],
            )
    return return_value
