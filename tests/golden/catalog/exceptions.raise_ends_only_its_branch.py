import autograph as ag


@case((2,), (-2,))
def raise_ends_only_its_branch(x):
    for arm, test in ag.once or ag.arms(('y',)):
        if arm <= 1 and test(x > 100):
            with ag.raising:
                raise ValueError("big")
        elif arm <= 2 and test(x > 0):
            y = 1
        else:
            y = 2.5
    return y
