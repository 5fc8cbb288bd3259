import autograph as ag


@case((5,), (1,))
def in_a_ternary_in_a_lambda(n):
    f = lambda v: (ag.if_exp(
        ag.given(ag.naming(v > 2, ('q',))) and ag.then([(q := v * 2)]) or [(q := v)],
    )) + q
    g = lambda v, q: (ag.end(ag.and_(ag.naming(v > 2, ('q',))) and (q := v * 2) > 0), q)
    return ag.call(f)(n), ag.call(g)(n, 3), ag.call(sum)([(lambda v: [ag.if_exp(
        ag.given(ag.naming(w > v, ('q',))) and ag.then([(q := v * w)]) or [w],
    ) for w in (2, 3, 4)] + [q])(n)[3]])
