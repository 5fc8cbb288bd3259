import autograph as ag


@case((5,), (0,))
def recursion(n):
    scale = n * 0 + 2

    def power(k):
        for then in ag.if_(k <= 0, ('return_value',)):
            if then:
                return_value = 1
            else:
                return_value = scale * ag.call(power)(k - 1)
        return return_value

    return ag.call(power)(n)
