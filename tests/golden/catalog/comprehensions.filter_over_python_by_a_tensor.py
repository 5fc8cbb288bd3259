import autograph as ag


@case((2,), (5,))
def filter_over_python_by_a_tensor(x):
    return ag.call(sum)(ag.listed(
        [ag.put(v) for v in ag.each((1, 2, 3, 4)) if ag.where(v < x)],
    )), ag.call(len)(ag.listed([ag.put(v) for v in ag.each((1, 2, 3)) if ag.where(v != x)]))
