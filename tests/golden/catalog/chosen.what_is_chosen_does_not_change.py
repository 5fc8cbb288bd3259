import autograph as ag


@case((0,), error="chose is changed")
def what_is_chosen_does_not_change(i):
    rows = ag.own([ag.own([1]), ag.own([2])])
    ag.on(ag.item(rows, i)).append(3)
    return ag.call(len)(rows[0])
