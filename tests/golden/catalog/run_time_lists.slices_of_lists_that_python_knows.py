import autograph as ag


@case((2,), (0,), (9,))
def slices_of_lists_that_python_knows(n):
    numbers = ag.own([1, 2, 3, 4])
    return ag.call(sum)(numbers[:n]), ag.call(len)(numbers[n:]), ag.call(sum)(numbers[-2:n]), ag.call(sum)(ag.own([5, 6, 7])[:n])
