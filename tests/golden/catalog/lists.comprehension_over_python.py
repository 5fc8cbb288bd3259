import autograph as ag


@case((3,), (-1,))
def comprehension_over_python(x):
    i = 7
    ys = ag.listed([ag.put(i * x) for i in ag.each(range(3))])
    for then in ag.if_(x > 0, ('ys',)):
        if then:
            ys = ag.listed([ag.put(y + i) for y in ag.each(ys)])
    return ag.call(sum)(ys), i
