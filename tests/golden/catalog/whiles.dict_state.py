import autograph as ag


@case((3,), (0,))
def dict_state(n):
    state = {"sum": 0, "product": 1}
    loop = ag.while_(('n', 'state'))
    while loop.turn(n > 0):
        state = {"sum": state["sum"] + n, "product": state["product"] * n}
        n -= 1
    return state["sum"], state["product"]
