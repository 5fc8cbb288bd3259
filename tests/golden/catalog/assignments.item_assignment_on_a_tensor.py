import autograph as ag


@case(([1, 2, 3],), ([-1, 2, 3],))
def item_assignment_on_a_tensor(xs):
    for then in ag.if_(xs[0] > 0, ('xs',)):
        if then:
            ag.items(xs)[1] = 10
    return xs[0], xs[1], xs[2]
