import autograph as ag


@case((3,), (1,))
def search(n):
    out = ag.listed([ag.put(i * 2) for i in ag.each(ag.call(range)(n + 2))])
    return ag.on(out).index(n * 2), ag.on(out).count(4), ag.if_exp(
        ag.given(ag.contains(out, 2)) and ag.then([1]) or [0],
    ), ag.if_exp(ag.given(ag.not_in(99, out)) and ag.then([1]) or [0])
