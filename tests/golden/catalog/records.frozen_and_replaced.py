import autograph as ag


@case((3,), (0,))
def frozen_and_replaced(n):
    state = ag.call(State)(0, (1.0, 2))
    for i in ag.for_(ag.call(range)(n), ('state',)):
        state = ag.on(dataclasses).replace(state, step=state.step + i, parts=(state.parts[0] + 1, state.parts[1]))
    return state.step, state.parts
