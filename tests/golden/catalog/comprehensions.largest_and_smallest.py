import autograph as ag


@case((5,), (1,))
def largest_and_smallest(n):
    return ag.call(max)(ag.lazy(i * (7 - i) for i in ag.each(ag.call(range)(n)))), ag.call(min)(ag.listed(
        [ag.put(i - 3) for i in ag.each(ag.call(range)(n))],
    ))
