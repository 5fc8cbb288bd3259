import autograph as ag


@case((5,), (1,), (0,))
def in_the_condition_of_a_loop(n):
    t = 0
    loop = ag.while_(('k', 'n', 't'))
    while loop.turn(ag.end(ag.and_(ag.naming(n > 0, ('k',))) and (k := n * 2) < 100)):
        t += k
        n -= 1
    return t
