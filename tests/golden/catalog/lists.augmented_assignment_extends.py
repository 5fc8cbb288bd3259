import autograph as ag


@case((3,), (-3,))
def augmented_assignment_extends(x):
    xs = ag.own([1])
    for then in ag.if_(x > 0, ('xs',)):
        if then:
            xs += [x]
    return ag.call(len)(xs)
