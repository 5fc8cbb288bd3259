import autograph as ag


@case((3,), (-3,))
def local_function_of_a_branch(x):
    for then in ag.if_(x > 0, ('doubled', 'x')):
        if then:
            doubled = x * 2
            get = lambda: doubled
            x = ag.call(get)() + 1
    return x
