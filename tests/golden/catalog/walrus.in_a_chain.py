import autograph as ag


@case((5,), (1,), (3,))
def in_a_chain(n):
    m = 0
    for then in ag.if_(
        ag.end(
            ag.and_(ag.naming(0 < n, ('m',)))
            and ag.end(ag.and_(n < (middle := (m := n * 2))) and middle < 8),
        ),
        ('return_value',),
    ):
        if then:
            return_value = m
        else:
            return_value = m + 100
    return return_value
