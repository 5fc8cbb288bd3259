import autograph as ag


@case((0,), (3,), (5,))
def none_before_the_loop(n):
    last = None
    for i in ag.for_(ag.call(range)(n), ('last',)):
        for then in ag.if_(ag.is_none(last), ('last',)):
            if then:
                last = i + 10
            else:
                last = last + i
    for then in ag.if_(ag.is_none(last), ('return_value',)):
        if then:
            return_value = -1
        else:
            return_value = last
    return return_value
