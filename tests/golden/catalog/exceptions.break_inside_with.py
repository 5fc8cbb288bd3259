import autograph as ag


@case((3,), (5,))
def break_inside_with(n):
    total = 0
    did_break = False
    loop = ag.loop(('did_break', 'total'), until=('did_break',))
    for i in loop.over(range(10)):
        with ag.on(contextlib).nullcontext():
            for then in ag.if_(i > n, ('did_break', 'total')):
                if then:
                    did_break = True
                else:
                    total += i
        if loop.leaves(did_break):
            break
    return total
