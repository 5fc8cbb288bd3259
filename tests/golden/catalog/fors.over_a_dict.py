import autograph as ag


@case((3,), (0,))
def over_a_dict(x):
    weights = {"a": 1, "b": 2}
    total = 0
    for name, weight in ag.for_(ag.on(weights).items(), ('total',)):
        for then in ag.if_(name == "a", ('total',)):
            if then:
                total += weight * x
            else:
                total -= weight
    return total
