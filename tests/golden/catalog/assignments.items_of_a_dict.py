import autograph as ag


@case((3,), (-3,))
def items_of_a_dict(x):
    d = ag.own({"a": 1, "b": 2})
    for then in ag.if_(x > 0, ('d',)):
        if then:
            ag.items(d)["a"] += x
        else:
            ag.items(d)["b"] = x
    return d["a"], d["b"]
