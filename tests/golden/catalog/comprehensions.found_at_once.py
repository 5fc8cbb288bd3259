import autograph as ag


@case(([1, 5, 2],), ([4, 0, 0],))
def found_at_once(xs):
    return ag.if_exp(
        ag.given(ag.call(any)(ag.lazy(True for _ in ag.each(xs)))) and ag.then([1]) or [0],
    ), ag.if_exp(
        ag.given(ag.call(all)(ag.lazy(False for x in ag.each(xs) if ag.where(x > 4)))) and ag.then([1])
        or [0],
    )
