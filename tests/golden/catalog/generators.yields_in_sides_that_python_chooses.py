import autograph as ag


@case((2,), (5,))
def yields_in_sides_that_python_chooses(n):
    def some(flag):
        a = ag.if_exp(ag.given(ag.yields(flag)) and ag.then([(yield n)]) or [n])
        b = ag.end(ag.or_(ag.yields(flag)) or (yield -n))
        ag.assert_(ag.yields(ag.is_not_none(flag))) or ag.fail((yield 0))
        yield ag.is_none(a), ag.is_none(b)

    return [*ag.call(some)(True)], [*ag.call(some)(False)]
