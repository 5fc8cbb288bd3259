import autograph as ag


@case((2, 5), (5, 2))
def break_of_a_python_loop_in_both_arms(x, y):
    s = 0
    did_break = False
    loop = ag.loop(('did_break', 's'), until=('did_break',))
    for k in loop.over((1, 2, 3)):
        for arm, test in ag.once or ag.arms(('did_break', 's')):
            if arm <= 1 and test(x > y):
                s += k
                if then := ag.when(k > x):
                    did_break = True
                    ag.end_if(then, ('did_break',))
            elif arm <= 2 and test(k > 1):
                did_break = True
            else:
                s -= k
        if loop.leaves(did_break):
            break
    return s
