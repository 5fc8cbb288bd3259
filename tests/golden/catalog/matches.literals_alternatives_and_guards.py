import autograph as ag


@case((0,), (1,), (2,), (-7,), (8,))
def literals_alternatives_and_guards(x):
    for arm, test in ag.once or ag.arms(('y',)):
        if arm <= 1 and test(x == 0):
            y = 10
        elif arm <= 2 and test(ag.either(x == 1) or x == 2):
            y = 20
        elif arm <= 3 and test(x < 0):
            y = -1
        else:
            y = 99
    return y
