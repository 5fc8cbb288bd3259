import autograph as ag


@case((4,), (0,))
def target_lives_on_after_the_loop(n):
    i = -1
    for i in ag.for_(ag.call(range)(n), ('i',)):
        pass
    return i
