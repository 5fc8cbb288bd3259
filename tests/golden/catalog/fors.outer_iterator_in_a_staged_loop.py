import autograph as ag


@case((3,), error="iterator")
def outer_iterator_in_a_staged_loop(n):
    numbers = ag.call(iter)([1, 2, 3])
    s = 0
    for _ in ag.for_(ag.call(range)(n), ('s',)):
        s += ag.call(next)(numbers)
    return s
