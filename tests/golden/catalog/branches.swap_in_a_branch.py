import autograph as ag


@case((2, 3), (3, 2))
def swap_in_a_branch(a, b):
    for then in ag.if_(a > b, ('a', 'b')):
        if then:
            a, b = b, a
    return a, b
