import autograph as ag


@case((4,), (0,))
def list_filled_by_a_helper(n):
    def push(xs, v):
        ag.on(xs).append(v * 2)

    out = ag.own([])
    for i in ag.for_(ag.call(range)(n), ()):
        ag.call(push)(out, i)
    return ag.call(len)(out), ag.call(sum)(out)
