import autograph as ag


@case((0, 1), (2, 4))
def objects(i, x):
    return ag.call(ag.item(LAYERS, i).apply)(x), ag.item(LAYERS, i).factor
