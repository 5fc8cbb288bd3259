import autograph as ag


@case((2,), (-2,))
def structures_merge(x):
    pair, table = ag.call(Pair)(x, 0), ag.own({"k": 1, "m": (x, "same")})
    if then := ag.when(x > 0):
        pair = ag.on(pair)._replace(high=x * 2)
        ag.items(table)["k"] = x
        ag.end_if(then, ('pair', 'table'))
    return pair.high, table["k"], table["m"][0]
