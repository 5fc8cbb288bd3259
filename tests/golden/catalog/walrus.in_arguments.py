import autograph as ag


@case((5,), (1,))
def in_arguments(n):
    def pair(a, b):
        return a * 10 + b

    return ag.call(pair)((m := n), ag.if_exp(ag.given(n > 2) and ag.then([m + 1]) or [m])), m
