import autograph as ag


@case((5,), (3,))
def in_the_message_of_an_assertion(n):
    m = 1
    ag.assert_(ag.naming(n > 2, ('m',))) or ag.fail((m := n))
    return m + n
