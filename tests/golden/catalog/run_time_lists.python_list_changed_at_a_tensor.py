import autograph as ag


@case((2,), (0,))
def python_list_changed_at_a_tensor(n):
    xs = ag.own([1, 2, 3, 4])
    taken = xs.pop(n)
    del xs[n]
    return taken, ag.call(len)(xs), xs[0]
