import autograph as ag


@case(([3, 1, 2],))
def lambdas_and_calls_in_elements(xs):
    def twice(v):
        return ag.if_exp(ag.given(v > 1) and ag.then([v * 2]) or [v])

    return ag.call(sum)(ag.listed(
        [ag.put(ag.call(twice)(x)) for x in ag.each(xs)],
    )), ag.call(sum)(ag.listed([(ag.put)((lambda v: v + x)(1)) for x in ag.each(xs)]))
