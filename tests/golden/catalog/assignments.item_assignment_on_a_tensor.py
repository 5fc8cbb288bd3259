import autograph as ag


@case(([1, 2, 3],), ([-1, 2, 3],))
def item_assignment_on_a_tensor(xs):
    if then := ag.when(xs[0] > 0):
        ag.items(xs)[1] = 10
        ag.end_if(then, ('xs',))
    return xs[0], xs[1], xs[2]
