import autograph as ag


@case(*((n,) for n in range(-1, 12)))
def elif_chain_longer_than_the_block_limit(x):
    did_match = True
    for arm, test in ag.once or ag.arms(('did_match', 'y')):
        if arm <= 1 and test(x == 0):
            y = 10
        elif arm <= 2 and test(x == 1):
            y = 21
        elif arm <= 3 and test(x == 2):
            y = 32
        elif arm <= 4 and test(x == 3):
            y = 43
        elif arm <= 5 and test(x == 4):
            y = 54
        elif arm <= 6 and test(x == 5):
            y = 65
        elif arm <= 7 and test(x == 6):
            y = 76
        elif arm <= 8 and test(x == 7):
            y = 87
        else:
            did_match = False
    if then := ag.unless(did_match):
        for arm, test in ag.once or ag.arms(('y',)):
            if arm <= 1 and test(x == 8):
                y = 98
            elif arm <= 2 and test(x == 9):
                y = 109
            else:
                y = x
        ag.end_if(then, ('y',))
    return y
