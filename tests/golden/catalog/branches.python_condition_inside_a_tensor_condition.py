import autograph as ag


@case((3,), (-3,))
def python_condition_inside_a_tensor_condition(x):
    verbose = True
    for then in ag.if_(x > 0, ('x',)):
        if then:
            for then in ag.if_(verbose, ('x',)):
                if then:
                    x = x + 10
                else:
                    x = x - 10
    return x
