import autograph as ag


@case((3,), (-3,))
def singletons(x):
    for flag in (None, True, "on", 5):
        for then in ag.if_(ag.is_none(flag), ('x',)):
            if then:
                x += 1
            elif flag is True:
                x *= 2
            else:
                for then in ag.if_(flag == "on", ('x',)):
                    if then:
                        x -= 3
                    else:
                        x *= x
    return x
