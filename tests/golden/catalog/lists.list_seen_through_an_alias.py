import autograph as ag


@case((4,), (0,), (7,))
def list_seen_through_an_alias(n):
    out = ag.own([])
    alias = out
    for i in ag.for_(ag.call(range)(n), ()):
        for arm, test in ag.once or ag.arms(()):
            if arm <= 1 and test(i % 2 == 0):
                out.append(i)
            elif arm <= 2 and test(i == 5):
                ag.on(alias).append(100)
    total = 0
    for v in ag.for_(out, ('total',)):
        total += v
    return ag.call(len)(alias), total
