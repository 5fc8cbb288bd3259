import autograph as ag


@case((0, 1), (1, 0))
def nested_lists(i, j):
    rows = [[1, 2], [3, 4]]
    return ag.item(ag.item(rows, i), j), ag.item(rows, j)[0]
