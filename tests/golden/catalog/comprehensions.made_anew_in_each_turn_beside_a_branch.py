import autograph as ag


@case(([1, 5, 3], 2), ([4, 0, 6], 5))
def made_anew_in_each_turn_beside_a_branch(xs, n):
    found = total = count = 0
    for x in ag.for_(xs, ('count', 'found', 'total', 'x')):
        if then := ag.when(x > n):
            found = x
            ag.end_if(then, ('found',))
        if then := ag.when(ag.call(any)(ag.lazy(v > x for v in ag.each(xs)))):
            count += 1
            ag.end_if(then, ('count',))
        total += ag.call(sum)(ag.lazy(v * x for v in ag.each(xs)))
    return found, total, count
