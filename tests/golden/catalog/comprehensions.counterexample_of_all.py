import autograph as ag


@case(([1, 5, 2],), ([0, 0, 0],))
def counterexample_of_all(xs):
    for then in ag.if_(
        ag.call(all)(ag.lazy((last := x) < 4 for x in ag.each(ag.naming(xs, ('last',))))),
        ('return_value',),
    ):
        if not then:
            return_value = last
        else:
            return_value = -1
    return return_value
