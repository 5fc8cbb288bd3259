import autograph as ag


@case((4,), (1,))
def generator_made_and_used_in_a_block(n):
    total = 0
    for i in ag.for_(ag.call(range)(n), ('i', 'total')):
        for double in (ag.own(2 * k for k in (i, n))):
            total += double
        total += ag.if_exp(
            ag.given(ag.call(any)(ag.lazy(k == i for k in ag.each((1, 3))))) and ag.then([1]) or [0],
        )
    return total
