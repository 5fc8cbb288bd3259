import autograph as ag


@case((5,), (0,), (10,), (-1,))
def chained_comparison(x):
    for then in ag.if_(ag.end(ag.and_(0 < x) and x < 10), ('return_value',)):
        if then:
            return_value = 1
        else:
            return_value = 0
    return return_value
