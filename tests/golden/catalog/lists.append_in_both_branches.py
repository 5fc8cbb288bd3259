import autograph as ag


@case((5, 7), (7, 5))
def append_in_both_branches(x, y):
    kept = ag.own([])
    for then in ag.if_(x < y, ()):
        if then:
            kept.append(y)
        else:
            kept.append(x - 2)
    return kept[0], ag.call(len)(kept)
