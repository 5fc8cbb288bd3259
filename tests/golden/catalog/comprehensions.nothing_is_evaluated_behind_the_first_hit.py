import autograph as ag


@case(([1, 5, 2],), ([1, 1, 1],), ([9, 8, 7],))
def nothing_is_evaluated_behind_the_first_hit(xs):
    ag.born_cell(lambda: tried)
    tried = 0

    def is_large(x):
        nonlocal tried
        ag.touch_cell(lambda: tried)
        tried += 1
        return x > 4

    found = ag.call(any)(ag.lazy(ag.call(is_large)(x) for x in ag.each(xs)))
    return ag.if_exp(ag.given(found) and ag.then([1]) or [0]), tried
