import autograph as ag


@case((2, 3), (3, 2))
def swap_in_a_branch(a, b):
    if then := ag.when(a > b):
        a, b = b, a
        ag.end_if(then, ('a', 'b'))
    return a, b
