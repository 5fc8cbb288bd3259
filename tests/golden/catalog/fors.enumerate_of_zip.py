import autograph as ag


@case(([3, 1, 2],), ([1, 1, 5],))
def enumerate_of_zip(xs):
    total = 0
    for i, (a, b) in ag.for_(ag.call(enumerate)(ag.call(zip)(xs, xs)), ('total',)):
        total += (i + 1) * a * b
    return total
