import autograph as ag


@case((5,), (4,))
def mutual_recursion(n):
    def even(k):
        for then in ag.if_(k == 0, ('return_value',)):
            if then:
                return_value = True
            else:
                return_value = ag.call(odd)(k - 1)
        return return_value

    def odd(k):
        for then in ag.if_(k == 0, ('return_value',)):
            if then:
                return_value = False
            else:
                return_value = ag.call(even)(k - 1)
        return return_value

    return ag.call(even)(n)
