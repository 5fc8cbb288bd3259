import autograph as ag


@case((3,), (5,))
def python_list_searched_for_a_tensor(x):
    xs = [1, 3, x, 5]
    return ag.on(xs).index(x), ag.on(xs).count(x)
