import autograph as ag


@case((3,), (-1,))
def comprehension_over_python(x):
    i = 7
    ys = ag.listed([ag.put(i * x) for i in ag.each(range(3))])
    if then := ag.when(x > 0):
        ys = ag.listed([ag.put(y + i) for y in ag.each(ys)])
        ag.end_if(then, ('ys',))
    return ag.call(sum)(ys), i
