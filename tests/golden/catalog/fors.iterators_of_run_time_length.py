import autograph as ag


@case((3,), (1,), (0,))
def iterators_of_run_time_length(n):
    it = ag.call(iter)(ag.call(range)(n))
    return ag.call(next)(it, -5), ag.call(next)(it, -6), ag.call(sum)(it)
