import autograph as ag


@case((5,), (0,))
def recursion_that_gives_tuples(n):
    def fibonacci(k):
        for then in ag.if_(k <= 0, ('return_value',)):
            if then:
                return_value = 0, 1
            else:
                a, b = ag.call(fibonacci)(k - 1)
                return_value = b, a + b
        return return_value

    def powers(k):
        for then in ag.if_(k <= 0, ('return_value',)):
            if then:
                return_value = 1, 2, 3
            else:
                first, second, third = ag.call(powers)(k - 1)
                return_value = first * 2, second * 2, third * 2
        return return_value

    return ag.call(fibonacci)(n)[0], ag.call(powers)(n)
