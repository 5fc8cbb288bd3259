import autograph as ag


@case((3,), (0,))
def object_rebound_in_a_loop(n):
    a, b = ag.call(Counter)(), ag.call(Counter)()
    current = a
    for k in [1, 2]:
        for then in ag.if_(n > k, ()):
            if then:
                ag.store(current).n = current.n + k
        current = b
    return a.n, b.n
