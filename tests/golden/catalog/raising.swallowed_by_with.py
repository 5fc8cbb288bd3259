import autograph as ag


@case((5,), (1,))
def swallowed_by_with(n):
    t = 0
    for then in ag.if_(n < 3, ('t',)):
        if then:
            with ag.raising:
                with ag.on(contextlib).suppress(ValueError):
                    t = 1
                    with ag.raising:
                        raise ValueError("x")
            t += 10
    return n + t
