import autograph as ag


@case((3,), (0,))
def tuple_state(n):
    state = (0, 1.0)
    loop = ag.while_(('n', 'state'))
    while loop.turn(n > 0):
        state = (state[0] + n, state[1] * 2)
        n -= 1
    return state
