import autograph as ag


@case((4,), (1,))
def reversed_in_place(n):
    out = ag.listed([ag.put(i) for i in ag.each(ag.call(range)(n))])
    out.reverse()
    return out[0], out[-1]
