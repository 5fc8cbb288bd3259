import autograph as ag


@case(([1, 2, -3, 9],), ([1, 1, 1, 1],))
def break_at_the_first_negative(xs):
    total = 0
    did_break = False
    loop = ag.loop(('did_break', 'total'), until=('did_break',))
    for x in loop.over(xs):
        for then in ag.if_(x < 0, ('did_break', 'total')):
            if then:
                did_break = True
            else:
                total += x
        if loop.leaves(did_break):
            break
    return total
