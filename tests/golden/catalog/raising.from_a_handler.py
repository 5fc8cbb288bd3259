import autograph as ag


@case((5,), (1,))
def from_a_handler(n):
    if then := ag.when(n < 3):
        try:
            {}["q"]
        except KeyError as error:
            with ag.raising:
                raise ValueError("bad") from error
        ag.end_if(then, ())
    return n
