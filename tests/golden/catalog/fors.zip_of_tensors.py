import autograph as ag


@case(([1, 2, 3], [4, 5, 6]))
def zip_of_tensors(xs, ys):
    total = 0
    for x, y in ag.for_(ag.call(zip)(xs, ys), ('total',)):
        total += x * y
    return total
