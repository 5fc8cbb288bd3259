import autograph as ag


@case((0,), (2,))
def range_and_array(i):
    return ag.item(range(10, 40, 10), i), ag.item(TABLE, i)
