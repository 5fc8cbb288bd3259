import autograph as ag


@case((4,), (0,))
def insert_in_front(n):
    out = ag.own([])
    for i in ag.for_(ag.call(range)(n), ()):
        out.insert(0, i)
    return ag.call(sum)(out), ag.call(len)(out)
