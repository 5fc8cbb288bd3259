import autograph as ag


@case((3,), (-3,))
def annotated_assignment(x):
    y: int = 0
    z: float
    if then := ag.when(x > 0):
        y: int = x
        ag.end_if(then, ('y',))
    z = y * 1.5
    return z
