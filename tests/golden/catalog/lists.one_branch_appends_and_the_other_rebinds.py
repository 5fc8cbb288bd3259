import autograph as ag


@case((3,), (-3,))
def one_branch_appends_and_the_other_rebinds(x):
    xs = ag.own([])
    for then in ag.if_(x > 0, ('xs',)):
        if then:
            xs.append(x)
        else:
            xs = ag.own([x, x])
    xs.append(2)
    return ag.call(len)(xs), xs[0]
