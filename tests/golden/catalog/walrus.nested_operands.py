import autograph as ag


@case((5,), (1,), (3,), (-1,))
def nested_operands(n):
    a = b = 0
    ok = n > 0
    for then in ag.if_(ok, ('a', 'b', 'ok')):
        if then:
            ok = ag.end(
                ag.or_(
                    ag.naming(ag.end(ag.and_(ag.naming((a := n) > 2, ('b',))) and (b := a + 1) > 4), ('b',)),
                ) or (b := 50) > 0,
            )
    return ag.if_exp(ok, lambda: 1, lambda: 0), a, b
