import autograph as ag


@case((4,), (1,))
def stacked_elements(n):
    return rt.reduce_sum(rt.stack(ag.listed([ag.put(i * 2) for i in ag.each(ag.call(range)(n))])))
