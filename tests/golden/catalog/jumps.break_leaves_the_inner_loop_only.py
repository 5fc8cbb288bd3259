import autograph as ag


@case((5,), (2,))
def break_leaves_the_inner_loop_only(n):
    total = 0
    for i in ag.for_(ag.call(range)(n), ('total',)):
        did_break = False
        loop = ag.loop(('did_break', 'total'), until=('did_break',))
        for j in loop.over(ag.call(range)(n)):
            for then in ag.if_(j > i, ('did_break', 'total')):
                if then:
                    did_break = True
                else:
                    total += j
            if loop.leaves(did_break):
                break
    return total
