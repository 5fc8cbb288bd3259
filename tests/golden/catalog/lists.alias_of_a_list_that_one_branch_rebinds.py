import autograph as ag


@case((3,), error="second name|alias")
def alias_of_a_list_that_one_branch_rebinds(x):
    xs = ag.own([x])
    alias = xs
    for then in ag.if_(x > 0, ('xs',)):
        if then:
            xs = ag.own([])
    xs.append(5)
    return ag.call(len)(alias)
