import autograph as ag


@case((0.1, 0.1), (1.0, 1.0))
def mandelbrot_escape_time(cr, ci):
    did_return = False
    zr, zi = 0.0, 0.0
    loop = ag.loop(('did_return', 'return_value', 'zi', 'zr'), until=('did_return',))
    for k in loop.over(range(20)):
        for then in ag.if_(zr * zr + zi * zi > 4.0, ('did_return', 'return_value', 'zi', 'zr')):
            if then:
                did_return, return_value = True, k
            else:
                zr, zi = zr * zr - zi * zi + cr, 2 * zr * zi + ci
        if loop.leaves(did_return):
            return return_value
    if then := ag.unless(did_return):
        return_value = 20
        ag.end_if(then, ('return_value',))
    return return_value
