import autograph as ag


@case((4,), (1,))
def clear_in_a_loop(n):
    out = ag.own([])
    for i in ag.for_(ag.call(range)(n), ()):
        for then in ag.if_(i == 2, ()):
            if then:
                out.clear()
        out.append(i)
    return ag.call(len)(out), out[0]
