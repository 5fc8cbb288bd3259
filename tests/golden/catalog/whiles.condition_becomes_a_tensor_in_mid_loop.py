import autograph as ag


@case((3,), (0,), (7,))
def condition_becomes_a_tensor_in_mid_loop(x):
    i, limit = 0, 4
    loop = ag.while_(('i', 'limit'))
    while loop.turn(i < limit):
        i += 1
        if then := ag.when(i == 2):
            limit = x
            ag.end_if(then, ('limit',))
    return i
