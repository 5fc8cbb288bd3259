import autograph as ag


@case((3,), (-3,))
def python_condition_inside_a_tensor_condition(x):
    verbose = True
    if then := ag.when(x > 0):
        for then_2 in ag.if_(verbose, ('x',)):
            if then_2:
                x = x + 10
            else:
                x = x - 10
        ag.end_if(then, ('x',))
    return x
