import autograph as ag


@case((5, 6, 7), (5, 5, 7), (7, 6, 5))
def long_chained_comparison(a, b, c):
    return ag.and_(a < b, lambda: ag.and_(b <= c, lambda: c != 7))
