import autograph as ag


@case((4,), (0,))
def append_in_a_loop(n):
    out = ag.own([])
    for i in ag.for_(ag.call(range)(n), ()):
        out.append(i * i)
    return ag.call(len)(out), ag.call(sum)(out)
