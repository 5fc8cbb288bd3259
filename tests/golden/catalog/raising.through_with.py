import autograph as ag


@case((5,), (1,))
def through_with(n):
    t = 0
    for i in ag.for_(ag.call(range)(n), ('t',)):
        with ag.call(quiet)(), ag.call(quiet)() as one:
            if then := ag.when(i == 2):
                with ag.raising:
                    raise ValueError("two")
                ag.end_if(then, ())
            t += one
    if then := ag.when(n < 3):
        with ag.raising:
            with ag.call(quiet)():
                with ag.raising:
                    raise RuntimeError(ag.text('n is ', ag.field(n)))
        ag.end_if(then, ())
    return t
