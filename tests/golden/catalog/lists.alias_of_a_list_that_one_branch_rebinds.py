import autograph as ag


@case((3,), error="second name|alias")
def alias_of_a_list_that_one_branch_rebinds(x):
    xs = ag.own([x])
    alias = xs
    if then := ag.when(x > 0):
        xs = ag.own([])
        ag.end_if(then, ('xs',))
    xs.append(5)
    return ag.call(len)(alias)
