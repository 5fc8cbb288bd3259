import autograph as ag


@case((3,), (-3,))
def unconditional_break(x):
    did_break = False
    loop = ag.while_(('did_break', 'x'), until=('did_break',))
    while loop.turn(x > 0):
        x -= 1
        did_break = True
        if loop.leaves(did_break):
            break
    return x
