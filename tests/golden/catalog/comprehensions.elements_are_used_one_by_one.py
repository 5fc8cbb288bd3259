import autograph as ag


@case((4,), (0,))
def elements_are_used_one_by_one(n):
    squares = ag.listed([ag.put(i * i) for i in ag.each(ag.call(range)(n))])
    total = 0
    for square in ag.for_(squares, ('total',)):
        total += square
    return total, ag.call(len)(squares)
