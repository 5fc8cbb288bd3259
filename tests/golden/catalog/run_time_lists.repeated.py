import autograph as ag


@case((3,), (1,))
def repeated(n):
    out = ag.listed([ag.put(i) for i in ag.each(ag.call(range)(n))]) * 2
    return ag.call(len)(out), ag.call(sum)(out)
