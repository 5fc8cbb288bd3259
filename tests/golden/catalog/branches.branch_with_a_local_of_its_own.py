import autograph as ag


@case((3,), (-3,))
def branch_with_a_local_of_its_own(x):
    if then := ag.when(x > 0):
        half = x * 2
        x = half + 1
        ag.end_if(then, ('x',))
    return x
