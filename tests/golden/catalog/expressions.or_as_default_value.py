import autograph as ag


@case((3,), (-3,))
def or_as_default_value(x):
    name = None
    label = ag.end(ag.or_(name) or "fallback")
    if then := ag.when(label == "fallback"):
        x = x + 1
        ag.end_if(then, ('x',))
    return x
