import autograph as ag


@case((5,), error="would be caught by an `except` around it")
def callee_caught_around(n):
    depth = ag.depth()
    try:
        if then := ag.when(n < 3):
            ag.call(refuse)(n)
            ag.end_if(then, ())
    except ValueError:
        ag.caught(depth)
        n = 2
    return n
