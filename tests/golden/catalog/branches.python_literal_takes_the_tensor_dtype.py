import autograph as ag


@case((2,), (-2,))
def python_literal_takes_the_tensor_dtype(x):
    y = 0.5 * x
    for then in ag.if_(x > 0, ('y',)):
        if then:
            y = 1
    return y
