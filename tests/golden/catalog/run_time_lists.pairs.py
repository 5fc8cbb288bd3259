import autograph as ag


@case((4,), (0,), (1,))
def pairs(n):
    found = ag.own([])
    for i in ag.for_(ag.call(range)(n), ()):
        found.append((i, i * 0.5))
    if then := ag.when(n > 1):
        found.pop()
        ag.end_if(then, ())
    if then := ag.when(n > 2):
        found[0] = (9, 9.0)
        ag.end_if(then, ('found',))
    total = 0.0
    for position, (number, half) in ag.for_(ag.call(enumerate)(found), ('total',)):
        total += position * number + half
    return total, ag.call(len)(found)
