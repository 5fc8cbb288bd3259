import autograph as ag


@case((3,), (1,))
def comprehension_in_a_loop(n):
    total = 0
    for i in ag.for_(ag.call(range)(n), ('total',)):
        total += ag.call(sum)(ag.listed(
            [ag.put(i * j) for j in ag.each(ag.call(range)(n)) if ag.where(j != i)],
        ))
    return total
