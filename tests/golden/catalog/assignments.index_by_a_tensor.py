import autograph as ag


@case(([[1, 2], [3, 4]], 1), ([[1, 2], [3, 4]], 0))
def index_by_a_tensor(m, i):
    return ag.item(m, i)[0], ag.item(m, i)[1]
