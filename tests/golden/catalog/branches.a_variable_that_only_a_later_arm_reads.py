import autograph as ag


@case((3,), (0,), (-1,))
def a_variable_that_only_a_later_arm_reads(x):
    y, z = 0, 7
    for arm, test in ag.once or ag.arms(('y', 'z')):
        if arm <= 1 and test(ag.not_(x > 0)):
            y = 5
            z = x
        elif arm <= 2 and test(ag.not_((y := y + 1) > x)):
            z = y
        else:
            y += 1
            z = y * 2
    return z
