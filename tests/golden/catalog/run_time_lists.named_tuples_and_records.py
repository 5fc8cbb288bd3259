import autograph as ag


@case((4,), (0,))
def named_tuples_and_records(n):
    spans, items = ag.own([ag.call(Span)(7, 1)]), ag.own([])
    for i in ag.for_(ag.call(range)(n), ()):
        spans.insert(0, ag.call(Span)(i, spans[-1].low))
        items.append(ag.call(Item)(i, i + 1))
    return spans[0].low, spans[-1].high, ag.call(len)(spans), ag.call(sum)(ag.lazy(item.weight * item.worth for item in ag.each(items)))
