import autograph as ag


@case((3,), (1,))
def shape_grows_in_the_loop(n):
    v = rt.constant([1])
    for i in ag.for_(ag.call(range)(n), ('v',)):
        v = rt.concat([v, v[:1] + i], 0)
    return rt.reduce_sum(v)
