import autograph as ag


@case((3,), (5,))
def nested_loops(n):
    return ag.call(sum)(ag.listed(
        [ag.put(i * j) for i in ag.each(ag.call(range)(n)) for j in ag.nested(ag.call(range)(i))],
    )), ag.call(sum)(ag.lazy(i * j for i in ag.each(ag.call(range)(n)) for j in ag.nested(ag.call(range)(n)) if ag.where(i < j)))
