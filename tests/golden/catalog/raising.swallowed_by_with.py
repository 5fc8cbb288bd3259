import autograph as ag


@case((5,), (1,))
def swallowed_by_with(n):
    t = 0
    if then := ag.when(n < 3):
        with ag.raising:
            with ag.on(contextlib).suppress(ValueError):
                t = 1
                with ag.raising:
                    raise ValueError("x")
        t += 10
        ag.end_if(then, ('t',))
    return n + t
