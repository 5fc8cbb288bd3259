import autograph as ag


@case((3, 4), (3, -4), (-3, 4), (-3, -4))
def nested_ifs(x, y):
    for then in ag.if_(x > 0, ('z',)):
        if then:
            for then in ag.if_(y > 0, ('z',)):
                if then:
                    z = x + y
                else:
                    z = x - y
        else:
            z = 0
            if then := ag.when(y > 0):
                z = y
                ag.end_if(then, ('z',))
    return z
