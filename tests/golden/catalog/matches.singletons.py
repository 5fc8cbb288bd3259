import autograph as ag


@case((3,), (-3,))
def singletons(x):
    for flag in (None, True, "on", 5):
        for arm, test in ag.once or ag.arms(('x',)):
            if arm <= 1 and test(ag.is_none(flag)):
                x += 1
            elif arm <= 2 and flag is True:
                x *= 2
            elif arm <= 2 and test(flag == "on"):
                x -= 3
            else:
                x *= x
    return x
