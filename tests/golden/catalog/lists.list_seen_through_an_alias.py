import autograph as ag


@case((4,), (0,), (7,))
def list_seen_through_an_alias(n):
    out = ag.own([])
    alias = out
    for i in ag.for_(ag.call(range)(n), ()):
        for then in ag.if_(i % 2 == 0, ()):
            if then:
                out.append(i)
            else:
                for then in ag.if_(i == 5, ()):
                    if then:
                        ag.on(alias).append(100)
    total = 0
    for v in ag.for_(out, ('total',)):
        total += v
    return ag.call(len)(alias), total
