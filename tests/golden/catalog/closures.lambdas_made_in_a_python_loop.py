import autograph as ag


@case((1,), (5,))
def lambdas_made_in_a_python_loop(x):
    fs = ag.own([])
    for i in ag.for_(range(3), ('i', 'x')):
        if then := ag.when(i > x):
            x = x + i
            ag.end_if(then, ('x',))
        fs.append(lambda: i + x)
    return ag.call(fs[0])(), ag.call(fs[2])()
