import autograph as ag


@case((3,), (-3,))
def bare_return_in_both_paths(x):
    for then in ag.if_(x > 0, ()):
        if not then:
            x = x + 1
