import autograph as ag


@case((3, 4), (3, -4), (-3, 4), (-3, -4))
def or_of_two(x, y):
    for then in ag.if_(ag.either(x > 0) or y > 0, ('return_value',)):
        if then:
            return_value = 1
        else:
            return_value = 0
    return return_value
