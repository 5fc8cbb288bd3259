import autograph as ag


@case(([3, 1, 2, 5],), ([4, 4, 4, 4],))
def bubble_sort(xs):
    n = ag.call(len)(xs)
    for i in ag.for_(ag.call(range)(n), ('xs',)):
        for j in ag.for_(ag.call(range)(n - 1 - i), ('xs',)):
            if then := ag.when(ag.item(xs, j) > ag.item(xs, j + 1)):
                a, b = ag.item(xs, j), ag.item(xs, j + 1)
                ag.items(xs)[j] = b
                ag.items(xs)[j + 1] = a
                ag.end_if(then, ('xs',))
    return xs[0], xs[1], xs[2], xs[3]
