import autograph as ag


@case((3,), (-3,))
def augmented_assignment_extends(x):
    xs = ag.own([1])
    if then := ag.when(x > 0):
        xs += [x]
        ag.end_if(then, ('xs',))
    return ag.call(len)(xs)
