import autograph as ag


@case((5,), (1,), (3,))
def behind_or(n):
    m = -1
    for then in ag.if_(
        ag.end(ag.or_(ag.naming(n > 4, ('m',))) or (m := n * 2) > 4),
        ('return_value',),
    ):
        if then:
            return_value = m
        else:
            return_value = m * 100
    return return_value
