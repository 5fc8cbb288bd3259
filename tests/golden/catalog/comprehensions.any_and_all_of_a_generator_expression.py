import autograph as ag


@case(([1, 2, 3],), ([-4, 2, 9],))
def any_and_all_of_a_generator_expression(xs):
    return ag.if_exp(
        ag.given(ag.call(any)(ag.lazy(x < 0 for x in ag.each(xs)))) and ag.then([1]) or [0],
    ), ag.if_exp(ag.given(ag.call(all)(ag.lazy(x < 5 for x in ag.each(xs)))) and ag.then([1]) or [0])
