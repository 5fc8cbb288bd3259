import autograph as ag


@case((3,), (0,))
def equal_attrs_objects(x):
    return ag.if_exp(
        ag.given(ag.call(Box)(x, 1) == ag.call(Box)(3, 1)) and ag.then([1]) or [0],
    ), ag.if_exp(ag.given(ag.call(Cell)(x) != ag.call(Cell)(3)) and ag.then([1]) or [0])
