import autograph as ag


@case((4,), (0,))
def sum_of_a_generator_expression(n):
    return ag.call(sum)(ag.lazy(i * i for i in ag.each(ag.call(range)(n)))), ag.call(sum)((ag.lazy(i for i in ag.each(ag.call(range)(n)))), 10)
