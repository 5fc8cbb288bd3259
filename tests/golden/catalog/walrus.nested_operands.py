import autograph as ag


@case((5,), (1,), (3,), (-1,))
def nested_operands(n):
    a = b = 0
    ok = ag.end(
        ag.and_(ag.naming(n > 0, ('a', 'b'))) and (ag.end(
            ag.or_(
                ag.naming(ag.end(ag.and_(ag.naming((a := n) > 2, ('b',))) and (b := a + 1) > 4), ('b',)),
            ) or (b := 50) > 0,
        )),
    )
    return ag.if_exp(ag.given(ok) and ag.then([1]) or [0]), a, b
