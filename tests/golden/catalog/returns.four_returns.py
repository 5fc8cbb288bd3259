import autograph as ag


@case((3,), (-3,), (0,), (50,))
def four_returns(x):
    for arm, test in ag.once or ag.arms(('return_value',)):
        if arm <= 1 and test(x < 0):
            return_value = -1
        elif arm <= 2 and test(x == 0):
            return_value = 0
        elif arm <= 3 and test(x > 10):
            return_value = 10
        else:
            return_value = x
    return return_value
