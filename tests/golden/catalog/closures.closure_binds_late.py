import autograph as ag


@case((3,), (-3,))
def closure_binds_late(x):
    y = 1

    def get():
        return y

    for then in ag.if_(x > 0, ('y',)):
        if then:
            y = x * 2
    return ag.call(get)()
