import autograph as ag


@case((3,), (1,))
def comprehension_in_a_comprehension(n):
    return ag.call(sum)(ag.listed(
        [ag.put(ag.call(sum)(ag.listed([ag.put(j) for j in ag.each(ag.call(range)(i))]))) for i in ag.each(ag.call(range)(n))],
    ))
