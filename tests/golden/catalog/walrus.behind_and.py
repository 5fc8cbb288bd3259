import autograph as ag


@case((5,), (1,), (3,))
def behind_and(n):
    for then in ag.if_(
        ag.end(ag.and_(ag.naming(n > 2, ('m',))) and (m := n * 2) > 6),
        ('return_value',),
    ):
        if then:
            return_value = m
        else:
            return_value = 0
    return return_value
