import autograph as ag


@case((4,), (0,))
def python_iterator_made_in_a_staged_loop(n):
    s = 0
    for i in ag.for_(ag.call(range)(n), ('s',)):
        for k, v in ag.for_(ag.call(zip)([1, 2], [3, 4]), ('s',)):
            s += k * v * i
    return s
