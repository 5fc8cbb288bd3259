import autograph as ag


@case((5,), (1,))
def in_an_index_and_a_guard(n):
    xs = [1, 2, 3, 4, 5, 6]
    subject = ag.item(xs, (i := n - 1))
    k = subject
    for then in ag.if_((z := k * 2) > 5, ('return_value',)):
        if then:
            return_value = z + i
        else:
            return_value = z + 100
    return return_value
