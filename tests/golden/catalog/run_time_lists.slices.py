import autograph as ag


@case((4,), (1,))
def slices(n):
    out = ag.listed([ag.put(i) for i in ag.each(ag.call(range)(n + 2))])
    return ag.call(sum)(out[1:]), ag.call(len)(out[:-1]), ag.call(sum)(out[::2]), out[::-1][0], ag.call(sum)(out[1:n]), ag.call(len)(out[-2:])
