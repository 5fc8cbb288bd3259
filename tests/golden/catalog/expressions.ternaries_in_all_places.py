import autograph as ag


@case((5,), (1,))
def ternaries_in_all_places(n):
    def f(x, scale=ag.if_exp(ag.given(n > 2) and ag.then([3]) or [4])):
        return x * scale

    xs = ag.own([1, 2, 3])
    ys = ag.listed(
        [ag.put(ag.if_exp(ag.given(v > n) and ag.then([v]) or [-v])) for v in ag.each(xs) if (ag.where(ag.if_exp(ag.given(n > 2) and ag.then([v > 1]) or [v < 3])))],
    )
    zs = ag.listed(
        [ag.put(v * n) for v in (ag.each(ag.if_exp(ag.given(ag.is_not_none(n)) and ag.then([xs]) or [ys])))],
    )
    text = ag.if_exp(
        ag.given(ag.text(ag.field(ag.if_exp(ag.given(n > 2) and ag.then([n]) or [0]))) == "5") and ag.then([1])
        or [0],
    )
    xs[ag.if_exp(ag.given(n > 2) and ag.then([0]) or [1])] = n
    return ag.call(f)(ag.item(
        xs,
        ag.if_exp(ag.given(n > 2) and ag.then([2]) or [0]),
    )), ag.call(f)(x=ag.if_exp(ag.given(n < 3) and ag.then([n]) or [1])), ag.call(sum)(ys), zs, text, xs
