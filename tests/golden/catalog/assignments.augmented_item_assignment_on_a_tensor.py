import autograph as ag


@case(([1, 2, 3], 2), ([4, 5, 6], 0))
def augmented_item_assignment_on_a_tensor(xs, i):
    ag.items(xs)[i] += 10
    return xs[0], xs[1], xs[2]
