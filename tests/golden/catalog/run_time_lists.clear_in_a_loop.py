import autograph as ag


@case((4,), (1,))
def clear_in_a_loop(n):
    out = ag.own([])
    for i in ag.for_(ag.call(range)(n), ()):
        if then := ag.when(i == 2):
            out.clear()
            ag.end_if(then, ())
        out.append(i)
    return ag.call(len)(out), out[0]
