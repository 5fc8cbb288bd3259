import autograph as ag


@case((5, 6, 7), (5, 5, 7), (7, 6, 5))
def long_chained_comparison(a, b, c):
    return ag.end(ag.and_(a < b) and ag.end(ag.and_(b <= c) and c != 7))
