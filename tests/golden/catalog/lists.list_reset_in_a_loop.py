import autograph as ag


@case((6,), (1,))
def list_reset_in_a_loop(n):
    xs, full = ag.own([]), 0
    for i in ag.for_(ag.call(range)(n), ('full', 'xs')):
        xs.append(i)
        if then := ag.when(ag.call(len)(xs) >= 3):
            full += xs[0]
            xs = ag.own([])
            ag.end_if(then, ('full', 'xs'))
    return ag.call(len)(xs), full
