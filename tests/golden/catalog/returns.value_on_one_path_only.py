import autograph as ag


@case((3,), error="must also have a return|None")
def value_on_one_path_only(x):
    return_value = None
    if then := ag.when(x > 0):
        return_value = (x, x)
        ag.end_if(then, ('return_value',))
    return return_value
