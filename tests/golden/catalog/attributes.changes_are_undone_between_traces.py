import autograph as ag


@case((2,), (0,))
def changes_are_undone_between_traces(n):
    c = ag.call(Counter)()
    total = 0
    for i in ag.for_(ag.call(range)(n), ('total',)):
        ag.store(c).n = c.n + 1
        total = total + i * 0.5
    return c.n, total
