import autograph as ag


@case((0, 1), (2, 4))
def objects(i, x):
    return ag.on(ag.item(LAYERS, i)).apply(x), ag.item(LAYERS, i).factor
