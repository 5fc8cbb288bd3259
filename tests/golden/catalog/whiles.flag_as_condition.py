import autograph as ag


@case((5,), (0,))
def flag_as_condition(n):
    going, i = n > 0, 0
    loop = ag.while_(('going', 'i'))
    while loop.turn(going):
        i += 1
        going = i < n
    return i
