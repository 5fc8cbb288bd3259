import autograph as ag


@case((5,), (1,))
def raised_again(n):
    if then := ag.when(n < 3):
        try:
            ag.call(refuse)(n)
        except ValueError as error:
            with ag.raising:
                raise error
        ag.end_if(then, ())
    if then := ag.when(n < 2):
        try:
            ag.call(refuse)(n)
        except ValueError:
            with ag.raising:
                raise
        ag.end_if(then, ())
    return n
