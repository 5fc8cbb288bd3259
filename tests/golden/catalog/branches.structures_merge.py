import autograph as ag


@case((2,), (-2,))
def structures_merge(x):
    pair, table = ag.call(Pair)(x, 0), ag.own({"k": 1, "m": (x, "same")})
    for then in ag.if_(x > 0, ('pair', 'table')):
        if then:
            pair = ag.on(pair)._replace(high=x * 2)
            ag.items(table)["k"] = x
    return pair.high, table["k"], table["m"][0]
