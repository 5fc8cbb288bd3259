import autograph as ag


@case((3,), (-3,))
def python_values_of_and_or(x):
    a = ag.own([]) or 5
    b = 3 and 4
    c = 0 and x
    return a, b, c
