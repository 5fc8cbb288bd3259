import autograph as ag


@case((3,), (-3,))
def local_function_of_a_branch(x):
    if then := ag.when(x > 0):
        doubled = x * 2
        get = lambda: doubled
        x = ag.call(get)() + 1
        ag.end_if(then, ('doubled', 'x'))
    return x
