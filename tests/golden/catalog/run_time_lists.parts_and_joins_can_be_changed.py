import autograph as ag


@case((4,), (1,))
def parts_and_joins_can_be_changed(n):
    xs = ag.own([1, 2])
    xs.append(3)
    head, joined, twice = xs[:2], [0] + xs, xs * 2
    for i in ag.for_(ag.call(range)(n), ()):
        ag.on(head).append(i)
        ag.on(joined).append(i)
        ag.on(twice).append(i)
    return ag.call(len)(head), ag.call(sum)(joined), ag.call(sum)(twice)
