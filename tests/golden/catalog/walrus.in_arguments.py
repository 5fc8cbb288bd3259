import autograph as ag


@case((5,), (1,))
def in_arguments(n):
    def pair(a, b):
        return a * 10 + b

    return ag.call(pair)((m := n), ag.if_exp(n > 2, lambda: m + 1, lambda: m)), m
