import autograph as ag


@case((3,), (1,))
def removal(n):
    out = ag.listed([ag.put(i) for i in ag.each(ag.call(range)(n + 4))])
    first, middle = out.pop(0), out.pop(n)
    del out[1]
    out.remove(n + 3)
    return first, middle, ag.call(len)(out), out[0], out[-1]
