import autograph as ag


@case((3,), (0,))
def object_rebound_in_a_loop(n):
    a, b = ag.call(Counter)(), ag.call(Counter)()
    current = a
    for k in [1, 2]:
        if then := ag.when(n > k):
            ag.store(current).n = current.n + k
            ag.end_if(then, ())
        current = b
    return a.n, b.n
