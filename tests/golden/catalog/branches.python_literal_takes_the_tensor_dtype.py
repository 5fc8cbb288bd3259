import autograph as ag


@case((2,), (-2,))
def python_literal_takes_the_tensor_dtype(x):
    y = 0.5 * x
    if then := ag.when(x > 0):
        y = 1
        ag.end_if(then, ('y',))
    return y
