import autograph as ag


@case((3, 4, 5), (3, 4, -5), (-3, 4, -5), (-3, -4, 5))
def mixed_logic(x, y, z):
    for then in ag.if_(
        (ag.either(ag.end(ag.and_(x > 0) and ag.not_(y < 0)))) or z > 0,
        ('return_value',),
    ):
        if then:
            return_value = x + y
        else:
            return_value = z
    return return_value
