import autograph as ag


@case(([1.5, 2.0, 0.5],), ([4.0, 4.0, 4.0],))
def enumerate_over_a_tensor(xs):
    total = 0.0
    for i, x in ag.for_(ag.call(enumerate)(xs), ('total',)):
        total += i * x
    return total
