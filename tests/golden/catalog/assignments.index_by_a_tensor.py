@case(([[1, 2], [3, 4]], 1), ([[1, 2], [3, 4]], 0))
def index_by_a_tensor(m, i):
    return m[i][0], m[i][1]
