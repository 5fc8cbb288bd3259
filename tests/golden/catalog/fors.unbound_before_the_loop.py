import autograph as ag


@case((3,), (1,))
def unbound_before_the_loop(n):
    for i in ag.for_(ag.call(range)(n), ('i', 'y')):
        y = i * 2
    return y + i
