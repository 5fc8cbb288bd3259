import autograph as ag


@case((3,), (0,))
def returned_from_branches(n):
    moved = ag.on(ag.call(Pair)(n, 4)).moved(n - 1)
    return moved.x, moved.y
