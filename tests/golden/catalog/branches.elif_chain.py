import autograph as ag


@case((3,), (-3,), (0,))
def elif_chain(x):
    for arm, test in ag.once or ag.arms(('kind',)):
        if arm <= 1 and test(x > 0):
            kind = 1
        elif arm <= 2 and test(x < 0):
            kind = -1
        else:
            kind = 0
    return kind
