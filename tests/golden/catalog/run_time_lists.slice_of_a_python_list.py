import autograph as ag


@case((2,), (0,))
def slice_of_a_python_list(n):
    xs = ag.own([1, 2, 3, 4])
    xs.append(5)
    return ag.call(sum)(xs[n:]), ag.call(sum)(xs[:n])
