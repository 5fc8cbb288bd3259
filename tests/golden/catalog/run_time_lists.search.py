import autograph as ag


@case((3,), (1,))
def search(n):
    out = ag.listed([ag.put(i * 2) for i in ag.each(ag.call(range)(n + 2))])
    return ag.on(out).index(n * 2), ag.on(out).count(4), ag.if_exp(
        ag.in_(2, out),
        lambda: 1,
        lambda: 0,
    ), ag.if_exp(ag.not_in(99, out), lambda: 1, lambda: 0)
