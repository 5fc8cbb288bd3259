import autograph as ag


@case((3,), (0,), (9,))
def slices_deleted_and_replaced(n):
    numbers = ag.own([1, 2, 3, 4, 5])
    del numbers[1:n]
    others = ag.listed([ag.put(i) for i in ag.each(ag.call(range)(n + 2))])
    others[1:2] = ag.own([7, 8])
    del others[-1:]
    others[n:] = numbers
    return ag.call(sum)(numbers), ag.call(len)(numbers), others[1], ag.call(sum)(others), ag.call(len)(others)
