import autograph as ag


@case((3,), (-3,))
def closure_binds_late(x):
    y = 1

    def get():
        return y

    if then := ag.when(x > 0):
        y = x * 2
        ag.end_if(then, ('y',))
    return ag.call(get)()
