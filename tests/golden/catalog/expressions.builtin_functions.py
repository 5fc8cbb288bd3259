import autograph as ag


@case((3.5,), (-2.5,))
def builtin_functions(x):
    return ag.call(abs)(x), ag.call(int)(x), ag.call(float)(x), ag.call(round)(x)
