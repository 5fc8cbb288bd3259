import autograph as ag


@case((5,), (1,))
def sides_with_effects(n):
    ag.born_cell(lambda: count)
    seen = ag.own([0, 0])
    count = 0

    def note(v):
        nonlocal count
        ag.touch_cell(lambda: count)
        count += v
        ag.items(seen)[0] = v
        return v

    y = ag.if_exp(
        ag.given(n > 2) and ag.then([ag.call(note)(n)]) or [ag.call(note)(1) + ag.call(note)(2)],
    )
    return y, count, seen
