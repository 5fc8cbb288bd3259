import autograph as ag


@case((4,), (-4,))
def private_name(x):
    return ag.on(ag.call(Hidden)(10)).grow(x)
