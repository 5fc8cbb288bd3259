import autograph as ag


@case((4,), (9,))
def match_in_a_loop_with_jumps(n):
    total = 0
    did_break = False
    loop = ag.loop(('did_break', 'total'), until=('did_break',))
    for i in loop.over(ag.call(range)(n)):
        if then := ag.unless(i == 2):
            for then_2 in ag.if_(i == 6, ('did_break', 'total')):
                if then_2:
                    did_break = True
                else:
                    total += i
            ag.end_if(then, ('did_break', 'total'))
        if loop.leaves(did_break):
            break
    return total
