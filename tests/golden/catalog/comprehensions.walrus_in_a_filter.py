import autograph as ag


@case(([1, 5, 2],), ([9, 0, 0],))
def walrus_in_a_filter(xs):
    doubled = ag.listed(
        [ag.put(y) for x in ag.each(ag.naming(xs, ('y',))) if ag.where((y := x * 2) > 3)],
    )
    return ag.call(len)(doubled), ag.call(sum)(doubled), y
