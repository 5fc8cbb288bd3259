import autograph as ag


@case((5,), (1,), (3,))
def in_elif(n):
    for then in ag.if_((a := n) > 4, ('return_value',)):
        if then:
            return_value = a
        else:
            for then in ag.if_(
                ag.end(ag.and_(ag.naming(a > 2, ('b',))) and (b := a * 3)),
                ('return_value',),
            ):
                if then:
                    return_value = b
                else:
                    return_value = -a
    return return_value
