import autograph as ag


@case((5,), error="no end")
def recursion_without_a_base_case(n):
    def down(k):
        for then in ag.if_(k > 0, ('return_value',)):
            if then:
                return_value = ag.call(down)(k - 1)
            else:
                return_value = ag.call(down)(k + 1)
        return return_value

    return ag.call(down)(n)
