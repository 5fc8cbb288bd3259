import autograph as ag


@case((3,), (-3,))
def chained_comparison_evaluates_each_operand_once(x):
    calls = ag.own([])

    def middle():
        ag.on(calls).append(1)
        return x

    inside = ag.end(ag.and_(0 < (middle_2 := ag.call(middle)())) and middle_2 < 10)
    return inside, ag.call(len)(calls)
