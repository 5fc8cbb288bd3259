import autograph as ag


@case((0, 3), (1, 3), (2, -3))
def functions(i, x):
    heads = [lambda v: v + 1, lambda v: v * v, abs]
    return ag.call(ag.item(heads, i))(x), ag.call(ag.item(STEPS, i))(x)
