import autograph as ag


@case((3,), error="OUTSIDE|outer|not born|usage|born")
def list_from_outside_is_not_mutated(x):
    if then := ag.when(x > 0):
        ag.on(OUTSIDE).append(x)
        ag.end_if(then, ())
    return x
