import autograph as ag


@case((3,), (-3,))
def or_as_default_value(x):
    name = None
    label = ag.end(ag.or_(name) or "fallback")
    for then in ag.if_(label == "fallback", ('x',)):
        if then:
            x = x + 1
    return x
