import autograph as ag


@case(([1, 2, 3],), ([-4, 2, 9],))
def any_and_all_of_a_generator_expression(xs):
    return ag.if_exp(
        ag.call(any)(ag.lazy(x < 0 for x in ag.each(xs))),
        lambda: 1,
        lambda: 0,
    ), ag.if_exp(ag.call(all)(ag.lazy(x < 5 for x in ag.each(xs))), lambda: 1, lambda: 0)
