import autograph as ag


@case((5,), (0,))
def recursion_in_a_side(n):
    def factorial(k):
        return ag.if_exp(ag.given(k < 2) and ag.then([1]) or [k * ag.call(factorial)(k - 1)])

    def down(k):
        return 1 + (ag.if_exp(ag.given(k > 1) and ag.then([ag.call(down)(k - 2)]) or [k * 3]))

    return ag.call(factorial)(n), ag.call(down)(n)
