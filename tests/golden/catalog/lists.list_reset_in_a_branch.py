import autograph as ag


@case((3,), (-3,))
def list_reset_in_a_branch(x):
    xs = ag.own([x, x])
    for then in ag.if_(x > 0, ('xs',)):
        if then:
            xs = ag.own([])
    xs.append(5)
    return ag.call(len)(xs)
