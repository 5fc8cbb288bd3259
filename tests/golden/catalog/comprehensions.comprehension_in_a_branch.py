import autograph as ag


@case((3,), (-3,))
def comprehension_in_a_branch(x):
    for then in ag.if_(x > 0, ('total',)):
        if then:
            total = ag.call(sum)(ag.listed([ag.put(i + x) for i in ag.each(ag.call(range)(x))]))
        else:
            total = ag.call(sum)(ag.lazy(i - x for i in ag.each(range(2))))
    return total
