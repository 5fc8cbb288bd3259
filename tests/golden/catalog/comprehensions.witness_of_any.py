import autograph as ag


@case(([1, 5, 2],), ([9, 1, 1],), ([0, 0, 0],))
def witness_of_any(xs):
    for then in ag.if_(
        ag.call(any)(ag.lazy((witness := x) > 4 for x in ag.each(ag.naming(xs, ('witness',))))),
        ('return_value',),
    ):
        if then:
            return_value = witness
        else:
            return_value = -witness
    return return_value
