import autograph as ag


@case((3,), (0,))
def a_variable_that_only_the_next_test_reads(x):
    y, z = 0, 7
    for arm, test in ag.once or ag.arms(('y', 'z')):
        if arm <= 1 and test(ag.not_(x)):
            y = 5
            z = y
        elif arm <= 2 and test(y == 5):
            z = 1
    return z
