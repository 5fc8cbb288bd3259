import autograph as ag


@case((3,), (-1,))
def comprehension_over_python(x):
    i = 7
    ys = ag.list_comp(range(3), lambda i: i * x)
    for then in ag.if_(x > 0, ('ys',)):
        if then:
            ys = ag.list_comp(ys, lambda y: y + i)
    return ag.call(sum)(ys), i
