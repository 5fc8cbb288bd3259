import autograph as ag


@case((4,), (0,))
def sum_of_a_comprehension(n):
    return ag.call(sum)(ag.listed([ag.put(i * i) for i in ag.each(ag.call(range)(n))]))
