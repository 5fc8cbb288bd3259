import autograph as ag


@case((5,), (1,))
def through_with(n):
    t = 0
    for i in ag.for_(ag.call(range)(n), ('t',)):
        with ag.call(quiet)(), ag.call(quiet)() as one:
            for then in ag.if_(i == 2, ()):
                if then:
                    with ag.raising:
                        raise ValueError("two")
            t += one
    for then in ag.if_(n < 3, ()):
        if then:
            with ag.raising:
                with ag.call(quiet)():
                    with ag.raising:
                        raise RuntimeError(ag.text('n is ', ag.field(n)))
    return t
