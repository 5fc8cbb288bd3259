import autograph as ag


@case((3,), (0,))
def initialised_under_a_condition(n):
    signed = ag.call(Signed)(n)
    return signed.value, signed.sign
