import autograph as ag


@case((3,), (0,))
def repeated_as_often_as_the_run_says(n):
    ones, out = ag.own([1]), ag.own([])
    for i in ag.for_(ag.call(range)(n), ('out',)):
        out += ag.own([i]) * i
    return ag.call(len)(out), ag.call(sum)(out), ag.call(len)(ones * n), ag.call(sum)(ag.own([2, 3]) * n)
